import { describe, expect, it } from 'vitest'
import { sameVerseIn, versesOf } from './same-verse.ts'

const verse = (id: number, through?: number) => ({
  verse_id: id,
  verse: id % 1000,
  ...(through !== undefined && { through }),
})

describe('the same verse in another version', () => {
  it('has its own number where both number alike', () => {
    expect(sameVerseIn(verse(43_003_016), 'eng', 'eng')).toEqual({ book: 'John', chapter: 3, ids: [43_003_016] })
  })

  it('has the number that the other version gives its words, also in another chapter', () => {
    expect(sameVerseIn(verse(29_002_028), 'eng', 'org')).toEqual({ book: 'Joel', chapter: 3, ids: [29_003_001] })
    expect(sameVerseIn(verse(19_051_001), 'eng', 'org')?.ids).toEqual([19_051_003])
  })

  it('is all that a bridge joins', () => {
    expect(sameVerseIn(verse(43_003_016, 18), 'eng', 'eng')?.ids).toEqual([43_003_016, 43_003_017, 43_003_018])
  })

  it('is found in a verse that joins it with others', () => {
    const verses = [verse(43_003_015), verse(43_003_016, 17), verse(43_003_018)]
    expect(versesOf(verses, [43_003_017])).toEqual([verses[1]])
    expect(versesOf(verses, [43_003_099])).toEqual([])
  })
})
