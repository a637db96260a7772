import type { Compared } from './compare-query.ts'

type Verses = NonNullable<Compared['verses']>

/** The number before a verse, with the chapter if it is not the first verse's. */
export const VerseNumber = ({ of: { chapter, verse }, among }: { of: Verses[number]; among: Verses }) => (
  <sup className="mr-0.5 font-ui text-[0.66em] font-semibold">
    {chapter === among[0]?.chapter ? verse : `${chapter}:${verse}`}
  </sup>
)
