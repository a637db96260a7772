import type { Chapter, Verse } from '@pathlight/contracts/bible.ts'
import { describe, expect, it } from 'vitest'
import { chaptersOf, type PassageEntry, passageHref, passageName, shownVerses, versesOf } from './passage-entry.ts'

const passage = (verse_id: number, end_verse_id: number | null = null): PassageEntry => ({
  ...{ type: 'passage', version: 'WEB', verse_id, end_verse_id },
})
const verse = (verse_id: number, through?: number): Verse => ({
  ...{ version: 'WEB', book: 'John', chapter: Math.floor(verse_id / 1000) % 1000, verse: verse_id % 1000, verse_id },
  text: `Words ${verse_id % 1000}`,
  ...(through && { through }),
})
const chapter = (...verses: Verse[]): Chapter => ({ verses }) as unknown as Chapter
const numbers = (verses: readonly Verse[]) => verses.map((one) => one.verse)

describe('a passage in a pad', () => {
  it.each([
    [43_003_016, null, 'John 3:16', '요한복음 3:16', '/bible/WEB/John/3#v16', [3]],
    [43_003_016, 43_003_018, 'John 3:16–18', '요한복음 3:16-18', '/bible/WEB/John/3#v16-18', [3]],
    [43_003_035, 43_004_002, 'John 3:35–4:2', '요한복음 3:35-4:2', '/bible/WEB/John/3#v35', [3, 4]],
    [19_023_001, 19_023_006, 'Psalm 23', '시편 23편', '/bible/WEB/Psalms/23#v1-6', [23]],
    [45_014_001, 45_014_026, 'Romans 14', '로마서 14장', '/bible/WEB/Romans/14#v1-26', [14]],
  ])('%i to %s is named in both languages, and leads to the reader', (from, to, english, korean, path, chapters) => {
    const entry = passage(from, to)
    expect(passageName(entry, 'en')).toBe(english)
    expect(passageName(entry, 'ko')).toBe(korean)
    expect(passageHref(entry)).toBe(path)
    expect(chaptersOf(entry).map((one) => one.chapter)).toEqual(chapters)
  })

  it('of no verse of the Bible has no name, no way and no text', () => {
    const entry = passage(43_099_001)
    expect([passageName(entry, 'en'), passageHref(entry), chaptersOf(entry)]).toEqual(['', null, []])
  })

  it('has its verses of several chapters, bridges that overlap it, and none without words', () => {
    const three = chapter(verse(43_003_034, 35), verse(43_003_036), { ...verse(43_003_037), text: ' ' })
    const four = chapter(verse(43_004_001), verse(43_004_002), verse(43_004_003))
    expect(numbers(versesOf([three, four], passage(43_003_035, 43_004_002)))).toEqual([34, 36, 1, 2])
  })

  it('is cut where it is long, and says from where one reads on', () => {
    const verses = Array.from({ length: 9 }, (_, index) => verse(43_003_001 + index))
    const { shown, on } = shownVerses(verses)
    expect(numbers(shown)).toEqual([1, 2, 3, 4, 5, 6])
    expect(on && passageHref(passage(43_003_001, 43_003_009), on)).toBe('/bible/WEB/John/3#v7-9')
    expect(shownVerses(verses.slice(0, 7))).toEqual({ shown: verses.slice(0, 7), on: null })
  })
})
