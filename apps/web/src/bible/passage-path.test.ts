import { BOOKS } from '@pathlight/scripture/books.ts'
import { describe, expect, it } from 'vitest'
import { hashOfVerses, passagePath, readPassage, versesBetween, versesOfHash } from './passage-path.ts'

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
    const john = { version: 'KJV', book: 'John', chapter: 3 }
    const hashOf = (path: string) => new URL(path, 'http://x').hash
    expect(versesOfHash(hashOf(passagePath(john, 16)))).toEqual([16])
    expect(versesOfHash(hashOf(passagePath(john, 16, 18)))).toEqual([16, 17, 18])
    for (const verses of [[], [16], [16, 17, 18], [3, 5, 6, 9]])
      expect(versesOfHash(hashOfVerses(verses))).toEqual(verses)
    expect(versesOfHash('#v18-16,16')).toEqual([16])
    expect(versesOfHash('#v1-999').length).toBe(200)
    for (const hash of ['', '#content', '#v0', '#vx', '#v16x', '#v', '#v1,', '#v-3', '#v1000'])
      expect(versesOfHash(hash)).toEqual([])
  })

  it('points to a bridge by every verse it joins', () => {
    const verses = [{ verse: 3 }, { verse: 4, through: 6 }, { verse: 8 }]
    expect(versesBetween(verses, 6, 8)).toEqual([verses[1], verses[2]])
    expect([3, 4, 5, 6, 7, 8].map((verse) => versesBetween(verses, verse)[0]?.verse)).toEqual([
      3,
      4,
      4,
      4,
      undefined,
      8,
    ])
  })
})
