import { expect, it } from 'vitest'
import { BOOKS, type Book, findBook } from './books.ts'
import { chapterCount, nextChapter, type Passage, previousChapter } from './chapters.ts'
import { verseCount } from './verse-counts.ts'

const book = (name: string): Book => findBook(name)!
const chapters = (of: Book) => Array.from({ length: chapterCount(of) }, (_, place) => place + 1)
const named = (passage: Passage | null) => passage && `${passage.book.osis} ${passage.chapter}`

it('counts the 1,189 chapters and 31,102 verses of the English Bibles', () => {
  const verses = BOOKS.map((of) => chapters(of).map((chapter) => verseCount(of, chapter)))
  expect(verses.flat()).toHaveLength(1189)
  expect(verses.flat().reduce((sum, count) => sum + count)).toBe(31_102)
  // The two tables, of chapters and of verses, agree on the last chapter of each book.
  for (const of of BOOKS)
    expect([of.osis, verseCount(of, chapterCount(of)) > 0, verseCount(of, chapterCount(of) + 1)]).toEqual([
      of.osis,
      true,
      0,
    ])
})

it.each([
  ['Psalms', 150, 119, 176],
  ['Genesis', 50, 1, 31],
  ['Malachi', 4, 4, 6],
  ['Joel', 3, 2, 32],
  ['2 Corinthians', 13, 13, 14],
  ['3 John', 1, 1, 14],
  ['Revelation', 22, 12, 17],
  ['Acts', 28, 19, 41],
])('gives %s %i chapters, and chapter %i %i verses', (name, count, chapter, verses) => {
  expect(chapterCount(book(name))).toBe(count)
  expect(verseCount(book(name), chapter)).toBe(verses)
})

it('counts no verses where there is no chapter', () => {
  expect([0, 151, -1, 1.5, Number.NaN].map((chapter) => verseCount(book('Psalms'), chapter))).toEqual([0, 0, 0, 0, 0])
})

it('walks through the whole Bible and back', () => {
  const forwards: Passage[] = []
  for (let at: Passage | null = { book: book('Genesis'), chapter: 1 }; at; at = nextChapter(at)) forwards.push(at)
  const backwards: Passage[] = []
  for (let at: Passage | null = { book: book('Revelation'), chapter: 22 }; at; at = previousChapter(at))
    backwards.push(at)
  expect(forwards).toHaveLength(1189)
  expect(backwards.reverse()).toEqual(forwards)
})

it('crosses from book to book and stops at the ends of the Bible', () => {
  expect(named(nextChapter({ book: book('Genesis'), chapter: 50 }))).toBe('Exod 1')
  expect(named(previousChapter({ book: book('Matthew'), chapter: 1 }))).toBe('Mal 4')
  expect(previousChapter({ book: book('Genesis'), chapter: 1 })).toBeNull()
  expect(nextChapter({ book: book('Revelation'), chapter: 22 })).toBeNull()
})
