import type { Note } from '@pathlight/contracts/notes.ts'
import { describe, expect, it } from 'vitest'
import { keptWork } from '../../device/kept-work.ts'
import { newDraftKey } from '../../study/draft-keys.ts'
import { asText } from '../../study/texts/text-drafts.ts'
import { keptWords, noteDrafts } from './note-drafts.ts'

const { of: draftOf, fresh, isUnsaved, says, parse } = noteDrafts

const saved: Note = {
  id: '6b1f7a52-53a5-4c43-8f6c-0d9f6a1f0001',
  user_id: '6b1f7a52-53a5-4c43-8f6c-0d9f6a1f0002',
  verse_id: 43_003_016,
  text: 'The world.',
  book: 'John',
  title: null,
  version: 'KJV',
  created_at: '2026-01-01T00:00:00.000Z',
  updated_at: '2026-01-01T00:00:00.000Z',
  revision: 3,
}
const NOW = '2026-02-01T00:00:00.000Z'

describe('a draft', () => {
  it('has nothing to lose until something is written or changed', () => {
    expect(isUnsaved(fresh('n', null))).toBe(false)
    expect(isUnsaved({ ...fresh('n', null), text: '  \n' })).toBe(false)
    expect(isUnsaved({ ...fresh('n', null), title: 'A' })).toBe(true)
    expect(isUnsaved({ ...fresh('n', null), tags: ['은혜'] })).toBe(true)
    expect(isUnsaved({ ...draftOf({ ...saved, tags: ['은혜'] }), tags: [] })).toBe(true)
    expect(isUnsaved(draftOf(saved))).toBe(false)
    expect(isUnsaved({ ...draftOf(saved), text: '' })).toBe(true)
    expect(isUnsaved({ ...draftOf(saved), title: 'A' })).toBe(true)
  })

  it('becomes a note on all verses that were chosen, and keeps them when it is kept on the device', () => {
    const verse = { verse_id: 19_023_001, version: 'WEB', book: 'Psalms' }
    const draft = { ...fresh('n', 19_023_003), text: 'One' }
    expect(asText(noteDrafts, draft, { id: 'ruth' }, verse, NOW)).toMatchObject({
      verse_id: 19_023_001,
      end_verse_id: 19_023_003,
    })
    expect(parse(JSON.parse(JSON.stringify(draft)))).toEqual(draft)
  })

  it('of an older build is read: its note had another name, and was on one verse', () => {
    const older = { noteId: 'n', title: '', text: 'One', base: null }
    expect(parse(older)).toEqual({ id: 'n', title: '', text: 'One', base: null, endVerseId: null, tags: [] })
  })

  it('is kept so that a tab of an older build reads it, and read with what that tab made of it', () => {
    const draft = { ...fresh('n', null), text: 'One' }
    noteDrafts.keep('draft.naomi.n', draft)
    expect(keptWork.get('draft.naomi.n')).toEqual({ ...draft, noteId: 'n' })
    expect(noteDrafts.kept('draft.naomi.n')).toEqual(draft)
    // A tab with an older build changes `noteId` and leaves `id` as it was.
    expect(parse({ ...draft, noteId: 'other' })).toEqual({ ...draft, id: 'other' })
    keptWork.remove('draft.naomi.n')
  })

  it('becomes a new note on the verse', () => {
    const verse = { verse_id: 19_023_001, version: 'WEB', book: 'Psalms' }
    expect(asText(noteDrafts, { ...fresh('n', null), title: ' ', text: 'One' }, { id: 'ruth' }, verse, NOW)).toEqual({
      ...verse,
      end_verse_id: null,
      id: 'n',
      user_id: 'ruth',
      title: null,
      text: 'One',
      tags: [],
      created_at: NOW,
      updated_at: NOW,
      revision: 1,
    })
  })

  it('becomes the note it was begun from, with other words, wherever it is shown', () => {
    const elsewhere = { verse_id: 1_001_001, version: 'WEB', book: 'Genesis' }
    const draft = { ...draftOf(saved), title: ' The width ' }
    const changed = asText(noteDrafts, draft, { id: 'somebody' }, elsewhere, NOW)
    expect(changed).toEqual({ ...saved, title: 'The width', tags: [], updated_at: NOW })
    expect([says(draft, changed), says(draft, saved), says(draft, null)]).toEqual([true, false, false])
  })

  it('keeps its words over a newer note', () => {
    const newer = { ...saved, text: 'Theirs', revision: 9 }
    expect(draftOf({ ...saved, text: 'Mine' }, newer)).toMatchObject({ text: 'Mine', base: newer })
  })

  it('survives being kept on the device, and nonsense there does no harm', () => {
    const draft = { ...draftOf(saved), text: 'Mine' }
    expect(parse(structuredClone(draft))).toEqual(draft)
    for (const kept of [
      undefined,
      null,
      '',
      '{',
      {},
      [],
      { noteId: 1 },
      { noteId: 'n', title: '', text: 1, base: null },
    ])
      expect(parse(kept)).toBeNull()
  })
})

const listedAt = newDraftKey('notes', 'ruth', { version: 'KJV', verse_id: 43_003_016 })

it.each([
  ['its title as it was typed', { title: ' *So* loved ', text: '# The world' }, '*So* loved'],
  ['else its words without the signs of Markdown', { title: '', text: '# **So** loved' }, 'So loved'],
  ['else a tag', { title: ' ', text: ' ', tags: ['은혜'] }, '은혜'],
])('the list of drafts names the draft of a note by %s', (_what, typed, words) => {
  const draft = { ...noteDrafts.fresh('n', null), ...typed }
  expect(keptWords('ruth', listedAt, draft)).toMatchObject({ key: listedAt, words, path: '/bible/KJV/John/3#v16' })
})
