import { expect, it } from 'vitest'
import { beginningOf } from './beginning-of.ts'

it.each([
  [[40, 41, 42], 'Matthew'],
  [[1, 2], 'Genesis'],
  // The version's books are unknown.
  [[], 'Genesis'],
])('opens a version at its first book: %j', (books, book) => {
  expect(beginningOf({ code: 'NT', books })).toEqual({ version: 'NT', book, chapter: 1 })
})
