import { HttpProblem } from '@pathlight/http/problem.ts'
import type { Book } from '@pathlight/scripture/books.ts'
import { bookName, findBook } from '@pathlight/scripture/books.ts'
import { chapterCount } from '@pathlight/scripture/chapters.ts'
import type { Reference } from '@pathlight/scripture/format-reference.ts'
import { hasChapter } from '@pathlight/scripture/has-chapter.ts'
import { parseReferences } from '@pathlight/scripture/references.ts'
import { parseVerseId } from '@pathlight/scripture/verse-id.ts'

/** The book with this name, in either language or abbreviated. Throws 404 for an unknown name. */
export const bookOr404 = (name: string): Book => {
  const book = findBook(name)
  if (book === null) throw new HttpProblem(404, 'unknown_book', `There is no book called “${name}”.`)
  return book
}

/**
 * The book and chapter that a call names. The book may be in either language or abbreviated. Throws 404, which says
 * whether the book or the chapter is unknown.
 */
export const passageOr404 = (named: { book: string; chapter: number }): { book: Book; chapter: number } => {
  const book = bookOr404(named.book)
  if (!hasChapter(book, named.chapter)) {
    const count = chapterCount(book)
    const chapters = count === 1 ? 'one chapter' : `${count} chapters`
    throw new HttpProblem(404, 'unknown_chapter', `${bookName(book, 'en')} has ${chapters}.`)
  }
  return { book, chapter: named.chapter }
}

/** The references in a text. Throws 400 with the mistake in words. */
export const referencesOr400 = (text: string): { references: readonly Reference[]; truncated: boolean } => {
  const parsed = parseReferences(text)
  if (parsed.status === 'parsed') return parsed
  const { code, message, parameters } = parsed.problem
  throw new HttpProblem(400, code, message, { params: parameters })
}

/**
 * The passage of an item in the form of historyPassage, which histories answer; null: the verse does not exist.
 * `version` is null for an old event without a version. `endVerseId` is null for one verse, and absent in documents of
 * older programs.
 */
export const onVerses = (version: string | null, verseId: number, endVerseId?: number | null) => {
  const place = parseVerseId(verseId)
  if (place === null) return null
  return {
    book: bookName(place.book, 'en'),
    chapter: place.chapter,
    version: version ?? '',
    verse_id: verseId,
    end_verse_id: endVerseId ?? verseId,
  }
}
