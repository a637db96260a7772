import type { FoundWriting } from '@pathlight/contracts/writing.ts'
import { describe, expect, it } from 'vitest'
import { byChapter, nameOfPassage, ownCards, pathOfPassage, versesOfPassage } from './own-cards.ts'

const psalm = (verse: number) => {
  const verseId = 19_023_000 + verse
  return { book: 'Psalms', chapter: 23, version: 'WEB', verse_id: verseId, end_verse_id: verseId }
}
/** A highlight on a verse of Psalm 23, made this many seconds after nine o'clock. `other` replaces its fields. */
const made = (verse: number, seconds: number, other: Partial<FoundWriting> = {}): FoundWriting => {
  const at = new Date(Date.UTC(2026, 10, 26, 9, 0, seconds)).toISOString()
  return {
    ...{ kind: 'highlights', id: `${verse} ${seconds}`, title: null, excerpt: `verse ${verse}`, color: '#ffe066' },
    passage: psalm(verse),
    ...{ at, created_at: at },
    ...other,
  }
}
const NOTE = { kind: 'notes', color: null, title: 'Night' } as const
const said = (items: readonly FoundWriting[]) =>
  ownCards(items).map(({ passage, excerpt, verses }) => [passage && versesOfPassage(passage), excerpt, verses])

describe('what one made', () => {
  it('has verses that were highlighted together as one card, in their order', () => {
    expect(said([made(3, 2), made(2, 1), made(1, 0)])).toEqual([['1–3', 'verse 1 verse 2 verse 3', 3]])
    expect(said([made(4, 1), made(5, 0)])).toEqual([['4–5', 'verse 4 verse 5', 2]])
    // Another item may have been made between the two verses.
    expect(said([made(2, 2), made(6, 1, NOTE), made(1, 0)])).toEqual([
      ['1–2', 'verse 1 verse 2', 2],
      ['6', 'verse 6', 1],
    ])
  })

  it('has them apart where another verse is between, or another colour, style, tag, version or hour', () => {
    for (const other of [
      made(4, 0),
      made(2, 0),
      made(1, 0, { color: '#a5d8ff' }),
      made(1, 0, { style: 'underline' }),
      made(1, 0, { tags: ['shepherd'] }),
      made(1, 0, { created_at: '2026-11-26T08:00:00.000Z' }),
      made(1, 0, { passage: { ...psalm(1), version: 'KJV' } }),
      made(1, 0, NOTE),
    ])
      expect(ownCards([made(2, 1), other])).toHaveLength(2)
    expect(said([made(2, 1, NOTE), made(1, 0, NOTE)])).toHaveLength(2)
  })

  it('stands by chapter, that with the newest first, and in it by verse', () => {
    const passage = { book: 'Romans', chapter: 8, version: 'WEB', verse_id: null, end_verse_id: null }
    const chapters = byChapter(ownCards([made(4, 9, NOTE), made(1, 8, { passage, color: null }), made(1, 1, NOTE)]))
    expect(chapters.map(({ key, cards }) => [key, cards.map(({ id }) => id)])).toEqual([
      ['Psalms 23', ['1 1', '4 9']],
      ['Romans 8', ['1 8']],
    ])
  })

  it('stands together where it stands nowhere, and joins nothing', () => {
    const pad = (seconds: number) => made(0, seconds, { kind: 'pads', passage: null, color: null })
    const chapters = byChapter(ownCards([pad(9), made(1, 8), pad(7)]))
    expect(chapters.map(({ book, cards }) => [book, cards.map(({ id }) => id)])).toEqual([
      ['', ['0 9', '0 7']],
      ['Psalms', ['1 8']],
    ])
  })

  it('is named by its passage, and leads there', () => {
    const across = { ...psalm(5), verse_id: 43_003_036, end_verse_id: 43_004_002, book: 'John', chapter: 3 }
    expect(nameOfPassage(across, 'en')).toBe('John 3:36–4:2')
    expect(versesOfPassage(across)).toBe('36–4:2')
    expect(pathOfPassage(across)).toBe('/bible/WEB/John/3#v36')
    const whole = { ...across, verse_id: null, end_verse_id: null }
    expect([nameOfPassage(whole, 'ko'), versesOfPassage(whole), pathOfPassage(whole)]).toEqual([
      '요한복음 3장',
      '',
      '/bible/WEB/John/3',
    ])
  })
})
