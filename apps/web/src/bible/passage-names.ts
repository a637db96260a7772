import { type BookLanguage, findBook } from '@pathlight/scripture/books.ts'

/** The language of book names for a text in this language (BCP 47): Korean or English. */
export const bookLanguage = (language: string): BookLanguage => (language.startsWith('ko') ? 'ko' : 'en')

/** A book's name in a language; `book` itself if no book has that name. */
export const nameOfBook = (book: string, language: BookLanguage): string => findBook(book)?.name[language] ?? book

/** A book's name before the number of a chapter. In English a single psalm is Psalm 23, not Psalms 23. */
export const nameBeforeNumber = (book: string, language: BookLanguage): string =>
  language === 'en' && book === 'Psalms' ? 'Psalm' : nameOfBook(book, language)

/** The heading of a chapter: John 3, Psalm 23; 요한복음 3장, 시편 23편. */
export const chapterHeading = (book: string, chapter: number, language: BookLanguage): string => {
  const heading = `${nameBeforeNumber(book, language)} ${chapter}`
  return language === 'ko' ? heading + (findBook(book)?.osis === 'Ps' ? '편' : '장') : heading
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
): string => `${nameBeforeNumber(book, language)} ${chapter}:${verseNumber({ verse, through })}`

/** The number shown before a verse, such as 16. A verse bridge shows both ends, such as 4-5. */
export const verseNumber = ({ verse, through }: { verse: number; through?: number | undefined }): string =>
  through !== undefined && through > verse ? `${verse}-${through}` : String(verse)
