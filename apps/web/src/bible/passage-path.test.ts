import { BOOKS } from '@pathlight/scripture/books.ts'
import { describe, expect, it } from 'vitest'
import { findVerse, passagePath, readPassage, verseOfHash } from './passage-path.ts'

const paramsOf = (path: string) => {
  const [, , version, book, chapter] = path.split('/').map(decodeURIComponent)
  return { version, book, chapter }
}

describe('the address of a passage', () => {
  it('leads back to the same passage, for every book in every language and abbreviation', () => {
    for (const { name, abbreviation } of BOOKS)
      for (const book of [name.en, name.ko, abbreviation.en, abbreviation.ko])
        expect(readPassage(paramsOf(passagePath({ version: 'KJV', book, chapter: 1 })))).toEqual({
          version: 'KJV',
          book: name.en,
          chapter: 1,
        })
  })

  it('knows a version in small letters, and no book that is none', () => {
    expect(readPassage({ version: 'kjv', book: 'Hezekiah', chapter: '3' })).toEqual({
      version: 'KJV',
      book: null,
      chapter: 3,
    })
  })

  it.each(['three', '-1', '1.5', '', '1e3'])('takes %j for no chapter', (chapter) => {
    expect(readPassage({ version: 'KJV', book: 'John', chapter }).chapter).toBe(0)
  })

  it('points to a verse by its hash, and to none by another', () => {
    expect(verseOfHash(new URL(passagePath({ version: 'KJV', book: 'John', chapter: 3 }, 16), 'http://x').hash)).toBe(
      16,
    )
    for (const hash of ['', '#content', '#v0', '#vx', '#v16x']) expect(verseOfHash(hash)).toBeNull()
  })

  it('points to a bridge by every verse it joins', () => {
    const verses = [{ verse: 3 }, { verse: 4, through: 6 }, { verse: 8 }]
    expect([3, 4, 5, 6, 7, 8].map((verse) => findVerse(verses, verse)?.verse)).toEqual([3, 4, 4, 4, undefined, 8])
  })
})
