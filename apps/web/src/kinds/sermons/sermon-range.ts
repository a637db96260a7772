import { nameOfBook, verseReference } from '../../bible/passage-names.ts'
import type { Language } from '../../locales/words.ts'
import { placeOf } from './place-of.ts'
import type { SermonItem } from './sermon-writes.ts'

type Range = Pick<SermonItem, 'book' | 'start_verse_id' | 'end_verse_id'>

/** John 3:16-18, 요한복음 3:16-4:2. */
export const sermonReference = ({ book, start_verse_id, end_verse_id }: Range, language: Language): string => {
  const { chapter, verse } = placeOf(start_verse_id)
  const { chapter: endChapter, verse: endVerse } = placeOf(end_verse_id)
  if (chapter === endChapter) return verseReference({ book, chapter, verse, through: endVerse }, language)
  const name = language === 'en' && book === 'Psalms' ? 'Psalms' : nameOfBook(book, language)
  return `${name} ${chapter}:${verse}-${endChapter}:${endVerse}`
}
