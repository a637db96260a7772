import type { Note } from '@pathlight/contracts/notes.ts'
import { describe, expect, it } from 'vitest'
import { findNotes, placeOfNote } from './find-notes.ts'

const note = (text: string, more: Partial<Note> = {}): Note => ({
  id: crypto.randomUUID(),
  user_id: crypto.randomUUID(),
  verse_id: 43_003_016,
  text,
  book: 'John',
  title: null,
  version: 'KJV',
  created_at: '2026-01-01T00:00:00.000Z',
  updated_at: '2026-01-01T00:00:00.000Z',
  revision: 1,
  ...more,
})
const width = note('“The world”, not “the deserving”.', { title: 'The width of it' })
const shepherd = note('부족함이 없다는 말', { book: 'Psalms', verse_id: 19_023_001 })
const notes = [width, shepherd]

describe('searching my notes', () => {
  it('finds words of the text and the title, whatever their case, all of them', () => {
    expect(findNotes(notes, 'WIDTH world')).toEqual([width])
    expect(findNotes(notes, 'width shepherd')).toEqual([])
    expect(findNotes(notes, '부족')).toEqual([shepherd])
  })

  it('finds the place in both languages', () => {
    expect(findNotes(notes, 'john 3:16')).toEqual([width])
    expect(findNotes(notes, '요한복음')).toEqual([width])
    expect(findNotes(notes, '시편 23:1')).toEqual([shepherd])
  })

  it('shows all of them while nothing is asked', () => {
    expect(findNotes(notes, '  ')).toEqual(notes)
  })

  it('knows the place of a note', () => {
    expect(placeOfNote(note('', { verse_id: 19_119_105 }))).toEqual({ chapter: 119, verse: 105 })
  })
})
