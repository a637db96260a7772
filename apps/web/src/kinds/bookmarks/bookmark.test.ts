import { describe, expect, it } from 'vitest'
import { bookmarkName, bookmarkPath, bookmarksOnVerse, newBookmark, versesOfBookmark } from './bookmark.ts'

const JOHN_3 = { version: 'KJV', book: 'John', chapter: 3 }
const whole = newBookmark(JOHN_3)
const one = newBookmark(JOHN_3, { from: 16, to: 16 })
const several = newBookmark(JOHN_3, { from: 16, to: 18 })

describe('a bookmark', () => {
  it('has the address of its passage for an id, as the server makes it', () =>
    expect([whole.id, one.id, several.id]).toEqual(['KJV.43.3', 'KJV.43.3.16', 'KJV.43.3.16-18']))
  it('says which verses it is on', () => {
    expect([whole, one, several].map(({ verse_id, end_verse_id }) => [verse_id, end_verse_id])).toEqual([
      [null, null],
      [43_003_016, null],
      [43_003_016, 43_003_018],
    ])
    expect([whole, one, several].map((bookmark) => bookmarkName(bookmark, 'ko'))).toEqual([
      '요한복음 3장 · KJV',
      '요한복음 3:16 · KJV',
      '요한복음 3:16-18 · KJV',
    ])
  })
  it('leads to its verses', () => {
    expect([whole, one, several].map(bookmarkPath)).toEqual([
      '/bible/KJV/John/3',
      '/bible/KJV/John/3#v16',
      '/bible/KJV/John/3#v16-18',
    ])
    expect([whole, one, several].map(versesOfBookmark)).toEqual([[], [16], [16, 17, 18]])
  })
  it('is shown on each of its verses in its version, and on a bridge that joins one of them', () => {
    const on = (place: typeof JOHN_3, verse: number, through?: number) =>
      bookmarksOnVerse([whole, one, several], place, { verse, through }).map(({ id }) => id)
    expect(on(JOHN_3, 16)).toEqual(['KJV.43.3.16', 'KJV.43.3.16-18'])
    expect(on(JOHN_3, 18)).toEqual(['KJV.43.3.16-18'])
    expect(on(JOHN_3, 19)).toEqual([])
    expect(on(JOHN_3, 14, 16)).toEqual(['KJV.43.3.16', 'KJV.43.3.16-18'])
    expect(on({ ...JOHN_3, version: 'WEB' }, 16)).toEqual([])
    expect(on({ ...JOHN_3, chapter: 4 }, 16)).toEqual([])
  })
})
