import type { OverlayNote } from '@pathlight/contracts/notes.ts'
import { describe, expect, it } from 'vitest'
import { countNotes, countOnVerse, notesOnVerse } from './notes-on-verse.ts'

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
  it('stand oldest first', () => expect(ids(notesOnVerse(notes, { verse: 28 }))).toEqual(['first', 'later']))
  it('are those of every verse that a bridge joins', () =>
    expect(ids(notesOnVerse(notes, { verse: 27, through: 32 }))).toEqual(['first', 'elsewhere', 'later']))
  it('stand where the version on the page has their words', () => {
    expect(ids(notesOnVerse(notes, { verse: 32 }))).toEqual(['elsewhere'])
    expect(ids(notesOnVerse(notes, { verse: 5 }))).toEqual([])
  })
  it('are counted by verse', () =>
    expect([...countNotes(notes)]).toEqual([
      [28, 2],
      [32, 1],
    ]))
  it('are counted together on a bridge', () => {
    expect(countOnVerse(countNotes(notes), { verse: 27, through: 32 })).toBe(3)
    expect(countOnVerse(countNotes(notes), { verse: 27 })).toBe(0)
  })
})
