import { type BookLanguage, findBook } from './books.ts'

/**
 * A passage within one book, usually in the standard numbering. `verse` and `endVerse` are both null for whole
 * chapters, otherwise both numbers. A single verse or chapter ends where it begins.
 */
export type Reference = {
  /** The English name, such as Psalms. */
  readonly book: string
  readonly chapter: number
  readonly verse: number | null
  readonly endChapter: number
  readonly endVerse: number | null
}

/** The Korean word after a chapter's number: 편 for a psalm, 장 for any other chapter. */
const chapterCounter = (book: string): string => (book === 'Psalms' ? '편' : '장')

/** Chapters and verses of a passage with the dash of the language: 3, 3–5, 3:16, 3:16–18, 3:16–4:2. */
const numbers = ({ chapter, verse, endChapter, endVerse }: Reference, dash: string): string => {
  if (verse === null || endVerse === null)
    return chapter === endChapter ? `${chapter}` : `${chapter}${dash}${endChapter}`
  if (chapter !== endChapter) return `${chapter}:${verse}${dash}${endChapter}:${endVerse}`
  return verse === endVerse ? `${chapter}:${verse}` : `${chapter}:${verse}${dash}${endVerse}`
}

/**
 * A reference in words, which `parseReferences` can read: John 3:16–18, Psalm 23, 요한복음 3:16-18, 시편 23편. `length`: the
 * book's full name or its abbreviation (1 Cor 13, 고전 13장). A book that is none of the 66 stands as it is.
 */
export const formatReference = (
  reference: Reference,
  language: BookLanguage,
  length: 'full' | 'short' = 'full',
): string => {
  const book = findBook(reference.book)
  const name = book ? (length === 'full' ? book.name : book.abbreviation)[language] : reference.book
  if (language === 'ko') {
    const counter = reference.verse === null ? chapterCounter(reference.book) : ''
    return `${name} ${numbers(reference, '-')}${counter}`
  }
  const onePsalm = name === 'Psalms' && reference.chapter === reference.endChapter
  return `${onePsalm ? 'Psalm' : name} ${numbers(reference, '–')}`
}
