import type { Note } from '@pathlight/contracts/notes.ts'
import { findBook } from '@pathlight/scripture/books.ts'
import { describe, expect, it } from 'vitest'
import { chaptersToRead, type Numbering, placeOnVerses } from './place-on-verses.ts'

const numberings: Record<string, string> = { KJV: 'eng', HEB: 'org', KRV: 'eng 2CO=org' }
const numbering: Numbering = {
  of: (version) => numberings[version] ?? 'eng',
  inUse: () => Object.values(numberings),
}
const passage = (name: string, chapter: number) => {
  const book = findBook(name)
  if (!book) throw new Error(`no ${name}`)
  return { book, chapter }
}
const note = (version: string, verse_id: number, end_verse_id: number | null = null): Note => ({
  id: '0b0a4a3e-3a1f-4b43-9d0e-4f1c2d1f7a10',
  user_id: '7d1f9f5c-8a55-4f3b-8b56-1c5c7f3f6b21',
  verse_id,
  end_verse_id,
  text: 'x',
  book: 'Joel',
  title: null,
  version,
  created_at: '2026-01-01T00:00:00.000Z',
  updated_at: '2026-01-01T00:00:00.000Z',
  revision: 1,
})
const shown = (version: string, name: string, chapter: number, ...notes: Note[]) =>
  placeOnVerses(numbering, version, passage(name, chapter), notes).map(({ shown_at, verse_id }) => shown_at ?? verse_id)

describe('notes of a version that numbers verses otherwise', () => {
  it('stay on their words: Joel 2:28 is 3:1 in the Hebrew numbering', () => {
    expect(shown('HEB', 'Joel', 3, note('KJV', 29_002_028))).toEqual([29_003_001])
    expect(shown('KJV', 'Joel', 2, note('HEB', 29_003_001))).toEqual([29_002_028])
    expect(shown('KJV', 'Joel', 3, note('HEB', 29_003_001))).toEqual([])
  })
  it('stay on their words where a psalm’s title is numbered', () => {
    expect(shown('HEB', 'Psalms', 51, note('KJV', 19_051_001))).toEqual([19_051_003])
    expect(shown('KJV', 'Psalms', 51, note('HEB', 19_051_003))).toEqual([19_051_001])
    expect(shown('KJV', 'Psalms', 51, note('HEB', 19_051_001))).toEqual([19_051_001])
  })
  it('keep their number where both count alike, and in their own version', () => {
    expect(placeOnVerses(numbering, 'KRV', passage('John', 3), [note('KJV', 43_003_016)])).toEqual([
      note('KJV', 43_003_016),
    ])
    expect(placeOnVerses(numbering, 'HEB', passage('Joel', 3), [note('HEB', 29_003_001)])).toEqual([
      note('HEB', 29_003_001),
    ])
  })
})

describe('a note on several verses of a version that numbers them otherwise', () => {
  const over = note('KJV', 29_002_027, 29_002_029)
  const on = (version: string, chapter: number) =>
    placeOnVerses(numbering, version, passage('Joel', chapter), [over]).map((one) => [one.shown_at, one.shown_to])
  it('is shown on each chapter that has words of it, on these words', () => {
    expect(on('HEB', 2)).toEqual([[29_002_027, undefined]])
    expect(on('HEB', 3)).toEqual([[29_003_001, 29_003_002]])
    expect(on('HEB', 4)).toEqual([])
  })
  it('is shown as it is where both count alike', () => expect(on('KRV', 2)).toEqual([[undefined, undefined]]))
})

describe('the documents to read', () => {
  it('are one, wherever no text here divides the chapter otherwise', () => {
    expect(chaptersToRead(numbering, 'KJV', passage('John', 3))).toEqual([3])
    const standardOnly = { of: () => 'eng', inUse: () => ['eng', 'eng'] }
    expect(chaptersToRead(standardOnly, 'KJV', passage('Joel', 2))).toEqual([2])
  })
  it('are those of every chapter that holds words of the one shown', () => {
    expect(chaptersToRead(numbering, 'KJV', passage('Joel', 2))).toEqual([2, 3])
    expect(chaptersToRead(numbering, 'HEB', passage('Joel', 3))).toEqual([3, 2])
  })
})
