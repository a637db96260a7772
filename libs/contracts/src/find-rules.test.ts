import { describe, expect, it } from 'vitest'
import { findable, findableBookmark, findableText, hasWords, namesOfVerses, wordsToFind } from './find-rules.ts'
import { findablePad } from './pad-rules.ts'

const note = (text: string, more: { title?: string; verse_id?: number } = {}) => ({
  verse_id: 43_003_016,
  version: 'KJV',
  title: null,
  text,
  ...more,
})
const finds = (query: string, found: ReturnType<typeof note>) => hasWords(findableText(found), wordsToFind(query))
const width = note('“The world”, not “the deserving”.', { title: 'The width of it' })
const shepherd = note('부족함이 없다는 말', { verse_id: 19_023_001 })

describe('searching what one has written', () => {
  it('finds words of the text and the title, whatever their case, all of them', () => {
    expect(finds('WIDTH world', width)).toBe(true)
    expect(finds('width shepherd', width)).toBe(false)
    expect(finds('부족', shepherd)).toBe(true)
  })

  it('finds the place in both languages, and the version', () => {
    expect(finds('john 3:16', width)).toBe(true)
    expect(finds('요한복음', width)).toBe(true)
    expect(finds('시 23:1', shepherd)).toBe(true)
    expect(finds('kjv', width)).toBe(true)
    expect(finds('john', shepherd)).toBe(false)
  })

  it('finds letters whatever form they were written in', () => {
    expect(finds('부족'.normalize('NFD'), shepherd)).toBe(true)
    expect(finds('ｗｉｄｔｈ', width)).toBe(true)
  })

  it('finds a range by what is shown of it, its last verse, and whichever dash is typed', () => {
    const range = findable(namesOfVerses(43_003_016, 43_003_018))
    for (const query of ['John 3:16-18', '요한복음 3:16–18', 'john 3:16', '요 3:18'])
      expect(hasWords(range, wordsToFind(query)), query).toBe(true)
    expect(hasWords(range, wordsToFind('John 3:19'))).toBe(false)
    const chapters = findable(namesOfVerses(43_003_016, 43_004_002))
    for (const query of ['John 3:16-4:2', '요한복음 4:2'])
      expect(hasWords(chapters, wordsToFind(query)), query).toBe(true)
  })

  it('finds a bookmark by its chapter as each language shows it', () => {
    const psalm = findableBookmark({ book: 'Psalms', chapter: 119, version: 'KRV' })
    for (const query of ['Psalm 119', '시편 119편', '시 119', 'krv'])
      expect(hasWords(psalm, wordsToFind(query))).toBe(true)
    const john = findableBookmark({ book: 'John', chapter: 3, version: 'KRV' })
    expect(hasWords(john, wordsToFind('요한복음 3장'))).toBe(true)
  })

  it('finds a pad by a whole chapter as Korean shows it', () => {
    const entry = (verse_id: number, end_verse_id: number) =>
      ({ type: 'passage', version: 'KRV', verse_id, end_verse_id }) as const
    const pad = findablePad({ title: 'Pad', entries: [entry(19_023_001, 19_023_010), entry(43_003_001, 43_003_036)] })
    for (const query of ['시편 23편', '요한복음 3장', 'Psalm 23'])
      expect(hasWords(pad, wordsToFind(query)), query).toBe(true)
    expect(hasWords(pad, wordsToFind('시편 24편'))).toBe(false)
  })

  it('finds everything while nothing is asked', () => expect(finds('  ', width)).toBe(true))
})
