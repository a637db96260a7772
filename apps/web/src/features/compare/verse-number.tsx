import type { Compared } from './compare-query.ts'

type Verses = NonNullable<Compared['verses']>

/** A verse's number. The chapter's number precedes it if the first verse of `among` is in another chapter. */
export const verseNumberAmong = ({ chapter, verse }: Verses[number], among: Verses): string =>
  chapter === among[0]?.chapter ? String(verse) : `${chapter}:${verse}`

export const VerseNumber = ({ of, among }: { of: Verses[number]; among: Verses }) => (
  <sup className="mr-0.5 font-ui text-[0.66em] font-semibold">{verseNumberAmong(of, among)}</sup>
)
