import { expect, it } from 'vitest'
import { BOOKS } from './books.ts'
import { chapterCount } from './chapters.ts'
import { verseCount } from './verse-counts.ts'
import { parseVerseId, verseId } from './verse-id.ts'

it('is book index * 1,000,000 + chapter * 1000 + verse', () => {
  expect(verseId(1, 1, 1)).toBe(1_001_001)
  expect(verseId(19, 119, 176)).toBe(19_119_176)
  expect(verseId(43, 3, 16)).toBe(43_003_016)
  expect(verseId(66, 22, 21) % 1000).toBe(21)
})

it('is read back for every verse there is', () => {
  const wrong: number[] = []
  for (const book of BOOKS)
    for (let chapter = 1; chapter <= chapterCount(book); chapter++)
      for (let verse = 1; verse <= verseCount(book, chapter); verse++) {
        const place = parseVerseId(verseId(book.index, chapter, verse))
        if (place?.book !== book || place.chapter !== chapter || place.verse !== verse)
          wrong.push(verseId(book.index, chapter, verse))
      }
  expect(wrong).toEqual([])
})

it.each([
  ['Joel 4:21 in Hebrew', 29_004_021],
  ['Psalm 51:21 in Hebrew', 19_051_021],
  ['Psalm 151:7 in Greek', 19_151_007],
  ['Daniel 13:64 in Latin', 27_013_064],
  ['3 John 15', 64_001_015],
  ['Revelation 12:18', 66_012_018],
  ['1 Chronicles 21:31 in Chinese', 13_021_031],
])('may name %s', (_, id) => expect(parseVerseId(id)).not.toBeNull())

it.each([
  0,
  1,
  -1,
  43,
  1.5,
  1_001_001.5,
  43_003_000,
  43_000_016,
  67_001_001,
  19_152_001,
  19_119_180,
  65_003_001,
  1e15,
  Number.NaN,
  Number.POSITIVE_INFINITY,
  Number.MAX_SAFE_INTEGER,
  -1_001_001,
])('refuses %d, which names no verse', (id) => expect(parseVerseId(id)).toBeNull())
