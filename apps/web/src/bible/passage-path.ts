import type { Verse } from '@pathlight/contracts/bible.ts'
import { findBook } from '@pathlight/scripture/books.ts'
import type { ChapterReference } from './chapter-reference.ts'

/** Ascending verse numbers in the written form: 16; 16-18; 3,5-6. Empty if there are none. */
export const writtenVerses = (verses: readonly number[]): string => {
  const runs: { from: number; to: number }[] = []
  for (const verse of verses) {
    const last = runs.at(-1)
    if (last && verse === last.to + 1) last.to = verse
    else runs.push({ from: verse, to: verse })
  }
  return runs.map(({ from, to }) => (from === to ? `${from}` : `${from}-${to}`)).join(',')
}

/** The hash of an address with these verses (ascending): #v16, #v16-18. Empty if there are none. */
export const hashOfVerses = (verses: readonly number[]): string =>
  verses.length === 0 ? '' : `#v${writtenVerses(verses)}`

/** The address of a chapter, /bible/{version}/{book}/{chapter}, or of a verse or range in it (up to `through`). */
export const passagePath = ({ version, book, chapter }: ChapterReference, verse?: number, through = verse): string => {
  const verses = verse === undefined || through === undefined ? '' : `#v${verse}${through > verse ? `-${through}` : ''}`
  return `/bible/${encodeURIComponent(version)}/${encodeURIComponent(book)}/${chapter}${verses}`
}

/** The most verses that a hash may name. The longest chapter has 176. */
const MOST_VERSES = 200

/** The verses in a hash, ascending. Empty if the hash names no verses. */
export const versesOfHash = (hash: string): readonly number[] => {
  if (!/^#v[1-9]\d{0,2}([-,][1-9]\d{0,2})*$/.test(hash)) return []
  const verses = new Set<number>()
  for (const run of hash.slice(2).split(',')) {
    const [from = 0, to = from] = run.split('-').map(Number)
    for (let verse = from; verse <= to && verses.size < MOST_VERSES; verse += 1) verses.add(verse)
  }
  return [...verses].toSorted((a, b) => a - b)
}

/** The verses of a range, including bridges (4-5) that overlap it. */
export const versesBetween = <V extends Pick<Verse, 'verse' | 'through'>>(
  verses: readonly V[],
  first: number,
  last = first,
): readonly V[] => verses.filter(({ verse, through = verse }) => verse <= last && first <= through)

/**
 * Reads the passage in an address. The book's name may be in either language and abbreviated; the version may be in
 * upper or lower case. `book` is null if no book has that name. A chapter that is not a number of up to three digits
 * becomes 0, which no book has.
 */
export const readPassage = (params: {
  version?: string | undefined
  book?: string | undefined
  chapter?: string | undefined
}): { version: string; book: string | null; chapter: number } => ({
  version: (params.version ?? '').toUpperCase(),
  book: findBook(params.book ?? '')?.name.en ?? null,
  chapter: /^\d{1,3}$/.test(params.chapter ?? '') ? Number(params.chapter) : 0,
})
