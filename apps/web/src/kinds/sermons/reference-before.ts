import type { Book } from '@pathlight/scripture/books.ts'
import { hasChapter } from '@pathlight/scripture/has-chapter.ts'
import { bookAtEnd, LONGEST } from './name-before.ts'

/** A passage as it was just typed: `from` and `to` are UTF-16 offsets into the text. */
export type TypedReference = {
  readonly from: number
  readonly to: number
  readonly book: Book
  readonly chapter: number
  readonly verse: number
  readonly endChapter: number
  readonly endVerse: number
}

/** 3:16, 3장 16절, 8:28-30, 3:16-4:2, and a space after it. */
const NUMBERS =
  /(?<![\d:.])(\d{1,3})\s?(?::|장|편)\s?(\d{1,3})절?(?:\s?[-–~]\s?(?:(\d{1,3})\s?(?::|장|편)\s?)?(\d{1,3})절?)? ?$/u
/** The reference that the text ends with, or null. It reads what the person types; the server reads whole texts. */
export const referenceBefore = (text: string): TypedReference | null => {
  const cut = Math.max(0, text.length - LONGEST)
  const end = text.slice(cut)
  const numbers = NUMBERS.exec(end)
  const named = numbers && bookAtEnd(end.slice(0, numbers.index))
  if (!named) return null
  const { book, from } = named
  const [, chapter = 0, verse = 0, endChapter = chapter, endVerse = verse] = numbers.map((digits) =>
    digits === undefined ? undefined : Number(digits),
  ) as (number | undefined)[]
  const isForward = endChapter > chapter || (endChapter === chapter && endVerse >= verse)
  if (verse === 0 || !isForward || !hasChapter(book, chapter) || !hasChapter(book, endChapter)) return null
  return { from: cut + from, to: text.length, book, chapter, verse, endChapter, endVerse }
}
