import { bookByIndex } from '@pathlight/scripture/books.ts'
import { passagePath } from '../../bible/passage-path.ts'
import { placeOf } from './place-of.ts'

/** Where a passage that was put in is read; null for one of no place. */
export const scripturePath = ({ version, verseId }: Readonly<Record<string, unknown>>): string | null => {
  if (typeof verseId !== 'number' || typeof version !== 'string') return null
  const { bookIndex, chapter, verse } = placeOf(verseId)
  const book = bookByIndex(bookIndex)
  return book ? passagePath({ version, book: book.name.en, chapter }, verse) : null
}
