import { expect, it } from 'vitest'
import { BOOKS, findBook } from './books.ts'
import { dailyReference } from './daily-references.ts'
import { formatReference } from './format-reference.ts'
import { verseCount } from './verse-counts.ts'

const DAYS = [31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
const year = DAYS.flatMap((days, month) =>
  Array.from({ length: days }, (_, day) => ({
    date: `${month + 1}/${day + 1}`,
    reference: dailyReference(month + 1, day + 1),
  })),
)

it('has a passage for each of the 366 days', () => {
  expect(year).toHaveLength(366)
  expect(formatReference(dailyReference(1, 1), 'en')).toBe('Genesis 1:1')
  expect(formatReference(dailyReference(2, 29), 'en')).toBe('Isaiah 54:10')
  expect(formatReference(dailyReference(12, 25), 'ko')).toBe('누가복음 2:10-12')
  expect(formatReference(dailyReference(12, 31), 'en')).toBe('Hebrews 13:8')
})

it('names only verses that exist, at most three at once', () => {
  for (const { date, reference } of year) {
    const { chapter, verse, endChapter, endVerse } = reference
    const book = findBook(reference.book)
    const there = book && verse !== null && endVerse !== null && verse >= 1 && endVerse <= verseCount(book, chapter)
    expect([date, there, endChapter === chapter, (endVerse ?? 0) - (verse ?? 0) <= 2]).toEqual([date, true, true, true])
    expect([date, (endVerse ?? 0) >= (verse ?? 0)]).toEqual([date, true])
  }
})

it('gives no verse twice in a year', () => {
  const verses = year.flatMap(({ reference: { book, chapter, verse, endVerse } }) =>
    Array.from(
      { length: (endVerse ?? 0) - (verse ?? 0) + 1 },
      (_, step) => `${book} ${chapter}:${(verse ?? 0) + step}`,
    ),
  )
  expect(verses.filter((verse, at) => verses.indexOf(verse) !== at)).toEqual([])
})

it('comes from all over the canon', () => {
  const books = new Set(year.map(({ reference }) => reference.book))
  expect(books.size).toBeGreaterThanOrEqual(45)
  expect(BOOKS.filter((book) => book.testament === 'old' && books.has(book.name.en)).length).toBeGreaterThanOrEqual(25)
})

it.each([
  [4, 31, 'John 11:25–26'],
  [13, 1, 'Genesis 1:1'],
  [0, 0, 'Genesis 1:1'],
  [Number.NaN, Number.NaN, 'Genesis 1:1'],
])('has a passage even for the day %d/%d that is in no calendar', (month, day, passage) =>
  expect(formatReference(dailyReference(month, day), 'en')).toBe(passage),
)
