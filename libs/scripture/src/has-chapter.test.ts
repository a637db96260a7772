import { describe, expect, it } from 'vitest'
import { BOOKS, findBook } from './books.ts'
import { chapterCount } from './chapters.ts'
import { hasChapter } from './has-chapter.ts'

const has = (name: string, chapter: number) => hasChapter(findBook(name)!, chapter)

describe('a book', () => {
  it('has its first and last chapter, and none before or after', () => {
    for (const book of BOOKS) {
      expect(hasChapter(book, 1)).toBe(true)
      expect(hasChapter(book, chapterCount(book))).toBe(true)
      expect(hasChapter(book, 0)).toBe(false)
      expect(hasChapter(book, chapterCount(book) + 2)).toBe(false)
    }
  })

  it('has the chapters of Hebrew numbering, and not those that Greek Bibles add', () => {
    expect(has('Joel', 4)).toBe(true)
    expect(has('Psalms', 151)).toBe(false)
    expect(has('Daniel', 13)).toBe(false)
    expect(has('John', 1.5)).toBe(false)
  })
})
