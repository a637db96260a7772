import { type EditedVersions, unknownVersion } from '@pathlight/domain/known-versions.ts'
import { RuleBroken } from '@pathlight/domain/rule.ts'
import type { Book } from '@pathlight/scripture/books.ts'
import { findBook } from '@pathlight/scripture/books.ts'
import { hasChapter } from '@pathlight/scripture/has-chapter.ts'
import { parseVerseId } from '@pathlight/scripture/verse-id.ts'

/**
 * Throws RuleBroken if the verse does not exist. `book` (in either language, or abbreviated) and `chapter`, where
 * given, must be those of the verse.
 */
export const checkVersePlace = (verseId: number, book: string | undefined, chapter?: number): void => {
  const place = parseVerseId(verseId)
  if (place === null || !hasChapter(place.book, place.chapter))
    throw new RuleBroken('invalid', 'unknown_verse', 'There is no such verse.')
  if (book !== undefined && bookNamed(book).index !== place.book.index)
    throw new RuleBroken('invalid', 'book_mismatch', 'The book and the verse do not belong together.')
  if (chapter !== undefined && chapter !== place.chapter)
    throw new RuleBroken('invalid', 'chapter_mismatch', 'The chapter and the verse do not belong together.')
}

/**
 * Checks the last verse of a range: it must exist, and come after the first verse in the same chapter. Answers its id;
 * null: the range has only one verse. Throws RuleBroken.
 */
export const rangeEnd = (verseId: number, endVerseId: number | null): number | null => {
  if (endVerseId === null || endVerseId === verseId) return null
  checkVersePlace(endVerseId, undefined)
  if (endVerseId < verseId || Math.floor(endVerseId / 1000) !== Math.floor(verseId / 1000))
    throw new RuleBroken('invalid', 'bad_verses', 'The last verse must stand behind the first, in the same chapter.')
  return endVerseId
}

/** The book with this name, in either language or abbreviated. Throws RuleBroken for an unknown name. */
export const bookNamed = (book: string): Book => {
  const named = findBook(book)
  if (named === null) throw new RuleBroken('invalid', 'unknown_book', `There is no book called “${book}”.`, { book })
  return named
}

/** The texts of passages, for calls that show them. */
export type KnownPassages = {
  /** The verses of a version from `first` to `last`; none if the version's text is not installed. */
  readonly versesBetween: (
    version: string,
    first: number,
    last: number,
  ) => readonly { readonly verse_id: number; readonly text: string }[]
}

/** Facts about the Bible texts that commands need. */
export type KnownTexts = KnownPassages & {
  /** Whether a Bible version with this code is known, in upper or lower case, with or without its text. */
  readonly knowsVersion: (code: string) => boolean
  /** The plain text of a verse; null: the version's text is not installed; '': the text has no such verse. */
  readonly verseText: (version: string, verseId: number) => string | null
}

/** The version's code in upper case. Throws RuleBroken for an unknown version. */
export const versionNamed = (version: string, { knowsVersion }: Pick<KnownTexts, 'knowsVersion'>): string => {
  if (!knowsVersion(version)) throw unknownVersion(version)
  return version.toUpperCase()
}

/** The same texts, in which every version is known. */
export const knowingAll = <Texts extends Pick<KnownTexts, 'knowsVersion'>>(texts: Texts): Texts => ({
  ...texts,
  knowsVersion: () => true,
})

/** What an edit must know of the versions that it names. */
export const editedVersions = (
  versions: readonly string[],
  { knowsVersion }: Pick<KnownTexts, 'knowsVersion'>,
): EditedVersions => ({ unknownVersions: versions.filter((version) => !knowsVersion(version)) })
