import { type BookLanguage, findBook } from '@pathlight/scripture/books.ts'

/** The language of book names for a text in this language (BCP 47): Korean or English. */
export const bookLanguage = (language: string): BookLanguage => (language.startsWith('ko') ? 'ko' : 'en')

/** A book's name in a language; `book` itself if no book has that name. */
export const nameOfBook = (book: string, language: BookLanguage): string => findBook(book)?.name[language] ?? book

/** The heading of a chapter: John 3, Psalm 23; 요한복음 3장, 시편 23편. */
export const chapterHeading = (book: string, chapter: number, language: BookLanguage): string => {
  const name = nameOfBook(book, language)
  const psalms = findBook(book)?.osis === 'Ps'
  if (language === 'ko') return `${name} ${chapter}${psalms ? '편' : '장'}`
  return `${psalms ? 'Psalm' : name} ${chapter}`
}

/** A version's short name and the name's language: WEB; 개역한글. Without `lang` the name is in Latin letters. */
export const shortVersion = (
  code: string,
  version: { readonly language: string; readonly localName: string } | undefined,
): { readonly shown: string; readonly lang?: 'ko' } =>
  version && bookLanguage(version.language) === 'ko' ? { shown: version.localName, lang: 'ko' } : { shown: code }

/** The reference of a verse or range: John 3:16; 시편 23:1-2. */
export const verseReference = (
  { book, chapter, verse, through }: { book: string; chapter: number; verse: number; through?: number | undefined },
  language: BookLanguage,
): string => {
  const name = language === 'en' && book === 'Psalms' ? 'Psalm' : nameOfBook(book, language)
  return `${name} ${chapter}:${verseNumber({ verse, through })}`
}

/** The number shown before a verse, such as 16. A verse bridge shows both ends, such as 4-5. */
export const verseNumber = ({ verse, through }: { verse: number; through?: number | undefined }): string =>
  through !== undefined && through > verse ? `${verse}-${through}` : String(verse)
