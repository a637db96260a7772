import type { Verse } from '@pathlight/contracts/bible.ts'
import { richTextOf } from '@pathlight/contracts/rich-text-rules.ts'
import { describe, expect, it, vi } from 'vitest'
import {
  asSermon,
  ideaDraft,
  missingFields,
  newSermonDraft,
  rangeProblem,
  type SermonDraft,
  sermonDrafts,
  speakingMinutes,
  writtenText,
} from './sermon-draft.ts'

const { of: draftOf, isUnsaved, says, parse } = sermonDrafts

const verse = (number: number): Verse => ({
  version: 'KJV',
  book: 'John',
  chapter: 3,
  verse: number,
  verse_id: 43_003_000 + number,
  text: '',
})
const now = '2026-01-01T08:00:00.000Z'
const fresh = newSermonDraft('s', verse(16), verse(18), 'Ann')
const whole: SermonDraft = { ...fresh, title: ' Love ', content: richTextOf('Words.') }
const saved = asSermon(whole, { id: 'ann' }, now)

describe('a sermon that is being written', () => {
  it('begins and ends with the chosen verses', () =>
    expect(fresh).toMatchObject({
      startVerseId: 43_003_016,
      endChapter: '3',
      endVerse: '18',
      speaker: 'Ann',
      base: null,
    }))
  it('ends with the last of the verses that the text joins', () =>
    expect(newSermonDraft('s', verse(16), { ...verse(17), through: 18 }, 'Ann').endVerse).toBe('18'))
  it('lacks what has nothing to see in it', () => {
    expect(missingFields({ ...fresh, speaker: ' \u200b', endVerse: '' })).toEqual([
      'title',
      'speaker',
      'endVerse',
      'content',
    ])
    expect(missingFields(whole)).toEqual([])
  })
  it('ends with a verse that is not before its start', () => {
    expect(rangeProblem(whole)).toBeNull()
    expect(rangeProblem({ ...whole, endVerse: '15' })).toBe('bad_range')
    expect(rangeProblem({ ...whole, endChapter: '4', endVerse: '1' })).toBeNull()
    expect(rangeProblem({ ...whole, endVerse: '0' })).toBe('unknown_verse')
  })
  it('is unsaved once there is something to lose, and not after it was saved', () => {
    expect(isUnsaved(fresh)).toBe(false)
    expect(isUnsaved(whole)).toBe(true)
    expect(says(whole, saved)).toBe(true)
    expect(isUnsaved(draftOf(saved))).toBe(false)
    for (const change of [{ title: 'x' }, { speaker: 'x' }, { endVerse: '19' }, { content: richTextOf('x') }])
      expect(isUnsaved({ ...draftOf(saved), ...change })).toBe(true)
  })
  it('has the text of a saved one cleaned once, not at each letter', () => {
    const one = { ...saved }
    const { content } = draftOf(one)
    const toJSON = vi.fn(() => '')
    Object.assign(content, { toJSON })
    expect(isUnsaved({ ...draftOf(one), title: 'x' })).toBe(true)
    expect(isUnsaved({ ...draftOf(one), speaker: 'x' })).toBe(true)
    expect(draftOf(one).content).toBe(content)
    expect(toJSON).not.toHaveBeenCalled()
  })
  it('is what the server will say of it', () =>
    expect(saved).toMatchObject({
      title: 'Love',
      book: 'John',
      start_chapter: 3,
      end_chapter: 3,
      end_verse_id: 43_003_018,
    }))
  it('comes back from the device as it was kept, however long, and nothing else does', () => {
    const long = { ...whole, content: richTextOf('길'.repeat(60_000)) }
    expect(parse(structuredClone(long))).toEqual(long)
    const { id: sermonId, ...older } = long
    expect(parse({ sermonId, ...older })).toEqual(long)
    for (const kept of [undefined, null, '', '{', {}, [], { ...whole, title: 1 }]) expect(parse(kept)).toBeNull()
  })
  it('may begin with an idea, and asks for the passage when it is saved', () => {
    const idea = { ...ideaDraft('s', 'Ann'), title: 'Love', content: richTextOf('Words.') }
    expect(isUnsaved(ideaDraft('s', 'Ann'))).toBe(false)
    expect(isUnsaved(idea)).toBe(true)
    expect(parse(structuredClone(idea))).toEqual(idea)
    expect(missingFields(idea)).toEqual(['startChapter', 'startVerse', 'endChapter', 'endVerse'])
    expect(says(idea, saved)).toBe(false)
  })
  it('has no empty lines at its end', () => {
    const content = [...(richTextOf('a\n\nb').content ?? []), { type: 'paragraph' }, { type: 'paragraph' }]
    expect(writtenText({ type: 'doc', content })).toEqual(richTextOf('a\n\nb'))
    expect(writtenText({ type: 'doc', content: [{ type: 'paragraph' }] }).content).toHaveLength(1)
  })
})

describe('the time that a sermon takes', () => {
  it('is told by words in English and by syllables in Korean', () => {
    expect(speakingMinutes('')).toBe(0)
    expect(speakingMinutes('word '.repeat(1300))).toBe(10)
    expect(speakingMinutes('하나님이 세상을 '.repeat(385))).toBe(10)
    expect(speakingMinutes(`${'word '.repeat(650)}${'길'.repeat(1350)}`)).toBe(10)
  })
})
