import type { ReferenceInText } from '@pathlight/scripture/references-in-text.ts'
import { mostVerses } from '@pathlight/scripture/verse-id.ts'
import { passagePath } from '../../bible/passage-path.ts'

/** Where a passage that a text names is read: of one over several chapters, its verses in the first. */
export const pathOfReference = (
  { book, chapter, verse, endChapter, endVerse }: ReferenceInText,
  version: string,
): string => {
  const place = { version, book: book.name.en, chapter }
  if (verse === null || endVerse === null) return passagePath(place)
  return passagePath(place, verse, endChapter === chapter ? endVerse : mostVerses(book, chapter))
}
