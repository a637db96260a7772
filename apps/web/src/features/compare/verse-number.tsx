import { verseNumber } from '../../bible/passage-names.ts'
import type { Compared } from './compare-query.ts'

type Verses = NonNullable<Compared['verses']>

/**
 * A verse's number, such as 16. If two or more verses share one text, both ends, such as 4-5. The chapter's number
 * precedes it if the first verse of `among` is in another chapter.
 */
export const verseNumberAmong = (verse: Verses[number], among: Verses): string =>
  `${verse.chapter === among[0]?.chapter ? '' : `${verse.chapter}:`}${verseNumber(verse)}`

export const VerseNumber = ({ of, among }: { of: Verses[number]; among: Verses }) => (
  <sup className="mr-0.5 font-ui text-[0.66em] font-semibold">{verseNumberAmong(of, among)}</sup>
)
