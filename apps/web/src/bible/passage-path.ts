import type { Verse } from '@pathlight/contracts/bible.ts'
import { findBook } from '@pathlight/scripture/books.ts'
import type { Place } from './place.ts'

/** Where a chapter is: /bible/{version}/{book}/{chapter}, and in it a verse. */
export const passagePath = ({ version, book, chapter }: Place, verse?: number): string =>
  `/bible/${encodeURIComponent(version)}/${encodeURIComponent(book)}/${chapter}${verse === undefined ? '' : `#v${verse}`}`

/** The verse an address points to, or null. */
export const verseOfHash = (hash: string): number | null => {
  const [, verse] = /^#v([1-9]\d{0,2})$/.exec(hash) ?? []
  return verse === undefined ? null : Number(verse)
}

/** The verse of this number; within a bridge (4-5) also by the numbers it covers. */
export const findVerse = <V extends Pick<Verse, 'verse' | 'through'>>(
  verses: readonly V[],
  wanted: number,
): V | undefined => verses.find(({ verse, through = verse }) => verse <= wanted && wanted <= through)

/**
 * What an address names: the book in either language, abbreviated or not; the version in any case. `book` is null when
 * there is none by that name; a chapter that is no number is 0, which no book has.
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
