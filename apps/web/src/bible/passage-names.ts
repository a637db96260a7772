import { type BookLanguage, findBook } from '@pathlight/scripture/books.ts'

/** The language that the names of books are in for a text of this language (BCP 47): Korean, else English. */
export const bookLanguage = (language: string): BookLanguage => (language.startsWith('ko') ? 'ko' : 'en')

/** A book's name in a language. Where no book has that name, it is what was given. */
export const nameOfBook = (book: string, language: BookLanguage): string => findBook(book)?.name[language] ?? book

/** What stands above a chapter: John 3, Psalm 23; 요한복음 3장, 시편 23편. */
export const chapterHeading = (book: string, chapter: number, language: BookLanguage): string => {
  const name = nameOfBook(book, language)
  const psalms = findBook(book)?.osis === 'Ps'
  if (language === 'ko') return `${name} ${chapter}${psalms ? '편' : '장'}`
  return `${psalms ? 'Psalm' : name} ${chapter}`
}

/** A verse, or verses, by name: John 3:16; 시편 23:1-2. */
export const verseReference = (
  { book, chapter, verse, through }: { book: string; chapter: number; verse: number; through?: number | undefined },
  language: BookLanguage,
): string => {
  const name = language === 'en' && book === 'Psalms' ? 'Psalm' : nameOfBook(book, language)
  return `${name} ${chapter}:${verseNumber({ verse, through })}`
}

/** The number before a verse; both ends of a verse bridge. */
export const verseNumber = ({ verse, through }: { verse: number; through?: number | undefined }): string =>
  through !== undefined && through > verse ? `${verse}-${through}` : String(verse)
