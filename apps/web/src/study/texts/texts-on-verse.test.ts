import type { OverlayNote } from '@pathlight/contracts/notes.ts'
import { describe, expect, it } from 'vitest'
import { textsOnVerse } from './texts-on-verse.ts'

const note = (id: string, verse_id: number, created_at: string, shown_at?: number): OverlayNote => ({
  id,
  user_id: 'u',
  verse_id,
  text: id,
  book: 'Joel',
  title: null,
  version: 'KJV',
  created_at,
  updated_at: created_at,
  revision: 1,
  ...(shown_at !== undefined && { shown_at }),
})
const notes = [
  note('later', 29_002_028, '2026-02-01T00:00:00.000Z'),
  note('first', 29_002_028, '2026-01-01T00:00:00.000Z'),
  note('elsewhere', 29_003_005, '2026-01-01T00:00:00.000Z', 29_002_032),
]
const ids = (found: readonly OverlayNote[]) => found.map(({ id }) => id)

describe('the notes on a verse', () => {
  it('stand oldest first', () => expect(ids(textsOnVerse(notes, { verse: 28 }))).toEqual(['first', 'later']))
  it('are those of every verse that a bridge joins', () =>
    expect(ids(textsOnVerse(notes, { verse: 27, through: 32 }))).toEqual(['first', 'elsewhere', 'later']))
  it('stand where the version on the page has their words', () => {
    expect(ids(textsOnVerse(notes, { verse: 32 }))).toEqual(['elsewhere'])
    expect(ids(textsOnVerse(notes, { verse: 5 }))).toEqual([])
  })
  it('are on a bridge once each', () => {
    expect(textsOnVerse([ranged], { verse: 27, through: 32 })).toEqual([ranged])
  })
  const ranged = { ...note('range', 29_002_028, '2026-03-01T00:00:00.000Z'), end_verse_id: 29_002_030 }
  it('are on each verse that they are on', () => {
    expect([27, 28, 30, 31].map((verse) => textsOnVerse([ranged], { verse }).length)).toEqual([0, 1, 1, 0])
    expect(textsOnVerse([ranged], { verse: 30, through: 32 })).toEqual([ranged])
  })
  it('stand on all the words that the version on the page has of them, and on no more', () => {
    const there = { ...ranged, shown_at: 29_003_001, shown_to: 29_003_002 }
    expect([1, 2, 3].map((verse) => textsOnVerse([there], { verse }).length)).toEqual([1, 1, 0])
    const first = { ...ranged, shown_at: 29_002_031 }
    expect([28, 31, 32].map((verse) => textsOnVerse([first], { verse }).length)).toEqual([0, 1, 0])
  })
})
