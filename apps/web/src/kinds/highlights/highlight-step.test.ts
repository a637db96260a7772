import type { Verse } from '@pathlight/contracts/bible.ts'
import type { OverlayHighlight } from '@pathlight/contracts/highlights.ts'
import { describe, expect, it } from 'vitest'
import type { Chosen, VersePart } from '../../study/study-kind.ts'
import { highlightStep } from './highlight-step.ts'
import { highlightsOfVerse } from './highlights-of-verse.ts'

const column = { version: 'KJV', book: 'John', chapter: 3 }
const verseOf = (verse: number, text = 'For God so loved the world'): Verse => ({
  ...column,
  verse,
  verse_id: 43_003_000 + verse,
  text,
})
const part = (start: number, end: number, verse = verseOf(16)): VersePart => ({
  verse,
  start,
  end,
  text: verse.text.slice(start, end),
})
const on = (start: number, end: number, more: Partial<OverlayHighlight> = {}): OverlayHighlight => ({
  id: `43003016.KJV.${start}`,
  ...column,
  verse_id: 43_003_016,
  selected_text: verseOf(16).text.slice(start, end),
  start_offset: start,
  end_offset: end,
  color: null,
  created_at: '2026-01-01T00:00:00.000Z',
  revision: 1,
  ...more,
})
const words = (...parts: [VersePart, ...VersePart[]]): Chosen => ({ by: 'words', column, parts })
const verses = (...parts: [VersePart, ...VersePart[]]): Chosen => ({ by: 'verses', column, parts })

describe('asking for a highlight', () => {
  it('highlights the words that were selected', () => {
    expect(highlightStep(words(part(4, 7)), [])).toEqual({ do: 'add', parts: [part(4, 7)] })
  })

  it.each([
    ['the same words', 4, 7],
    ['the first of them', 0, 5],
    ['the last of them', 6, 10],
    ['the whole verse', 0, 26],
    ['a part within', 5, 6],
  ])('is refused where a highlight is on %s', (_what, start, end) => {
    expect(highlightStep(words(part(start, end)), [on(4, 7)])).toEqual({ do: 'refuse' })
  })

  it('takes words that only touch a highlight', () => {
    expect(highlightStep(words(part(7, 10)), [on(4, 7)])).toMatchObject({ do: 'add' })
    expect(highlightStep(words(part(0, 4)), [on(4, 7)])).toMatchObject({ do: 'add' })
  })

  it('of words in several verses takes all or none', () => {
    const two = words(part(20, 26), part(0, 3, verseOf(17)))
    expect(highlightStep(two, [])).toMatchObject({ do: 'add', parts: [{ start: 20 }, { end: 3 }] })
    expect(highlightStep(two, [on(21, 22)])).toEqual({ do: 'refuse' })
  })

  it('without selected words highlights the whole verse, or lists the highlights it has', () => {
    expect(highlightStep(verses(part(0, 26)), [])).toEqual({ do: 'add', parts: [part(0, 26)] })
    expect(highlightStep(verses(part(0, 26)), [on(4, 7)])).toEqual({ do: 'list' })
    expect(highlightStep(verses(part(0, 26), part(0, 26, verseOf(17))), [on(4, 7)])).toEqual({ do: 'list' })
  })

  it('is no other person’s business: highlights of other versions and other verses are not in the way', () => {
    const elsewhere = [on(0, 26, { version: 'NIV' }), on(0, 26, { verse_id: 43_003_017 })]
    expect(highlightStep(words(part(4, 7)), elsewhere)).toMatchObject({ do: 'add' })
    expect(highlightStep(verses(part(0, 26)), elsewhere)).toMatchObject({ do: 'add' })
  })
})

describe('highlights on a verse', () => {
  it('are found on their words after the text has changed, else on the whole verse', () => {
    const verse = verseOf(16, 'Yes, for God so loved it')
    const { own } = highlightsOfVerse([on(4, 7), on(17, 26)], verse)
    expect(own.map(({ place }) => place)).toEqual([
      { start: 0, end: 24, as: 'lost' },
      { start: 9, end: 12, as: 'moved' },
    ])
  })

  it('are those of any verse that a bridge joins, and of other versions by where their words are shown', () => {
    const bridge: Verse = { ...verseOf(15), through: 16 }
    const korean = on(0, 3, { version: 'KRV', verse_id: 43_003_017, shown_at: 43_003_016 })
    expect(highlightsOfVerse([on(4, 7), korean], bridge)).toMatchObject({
      own: [{ highlight: { version: 'KJV' } }],
      elsewhere: [{ version: 'KRV' }],
    })
  })
})
