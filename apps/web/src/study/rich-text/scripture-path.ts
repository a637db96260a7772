import { bookByIndex } from '@pathlight/scripture/books.ts'
import { passagePath } from '../../bible/passage-path.ts'

/**
 * The address of an inserted passage. Null if the attributes lack the version, the verse id or a known book. Whether
 * the verse exists is not checked, because the table of verse counts is large.
 */
export const scripturePath = ({ version, verseId }: Readonly<Record<string, unknown>>): string | null => {
  if (typeof verseId !== 'number' || typeof version !== 'string') return null
  const book = bookByIndex(Math.floor(verseId / 1_000_000))
  return book
    ? passagePath({ version, book: book.name.en, chapter: Math.floor(verseId / 1000) % 1000 }, verseId % 1000)
    : null
}
