import type { PadEntry } from '@pathlight/contracts/kind-rules.ts'
import type { Pad } from '@pathlight/contracts/pads.ts'
import { describe, expect, it } from 'vitest'
import { asPad, keptWords, newPadDraft, padDrafts } from './pad-drafts.ts'

const PSALM: PadEntry = { type: 'passage', version: 'KJV', verse_id: 19_023_004, end_verse_id: null }
const TEXT: PadEntry = { type: 'text', text: 'From he to you.' }
const NOW = '2026-02-01T00:00:00.000Z'
const saved: Pad = {
  ...{ id: 'p', user_id: 'ruth', title: 'With me', entries: [PSALM], revision: 3 },
  ...{ created_at: '2026-01-01T00:00:00.000Z', updated_at: '2026-01-01T00:00:00.000Z' },
}
const { of: draftOf, isUnsaved, says, parse } = padDrafts

describe('a draft of a study pad', () => {
  it('has something to lose once there is a title, a text or a passage', () => {
    expect(isUnsaved(newPadDraft('p'))).toBe(false)
    expect(isUnsaved({ ...newPadDraft('p'), title: 'With me' })).toBe(true)
    expect(isUnsaved(newPadDraft('p', [PSALM]))).toBe(true)
    expect(isUnsaved({ ...newPadDraft('p'), tags: ['은혜'] })).toBe(true)
    expect(isUnsaved({ ...newPadDraft('p'), adding: 'He leads' })).toBe(true)
    expect(isUnsaved({ ...draftOf(saved), adding: 'He leads' })).toBe(true)
    expect(isUnsaved(draftOf(saved))).toBe(false)
  })
  it('is another where an entry was added, removed or moved', () => {
    const both = { ...saved, entries: [PSALM, TEXT] }
    expect(isUnsaved({ ...draftOf(both), entries: [TEXT, PSALM] })).toBe(true)
    expect(isUnsaved({ ...draftOf(both), entries: [PSALM] })).toBe(true)
    expect(says({ ...draftOf(both), entries: [PSALM, { ...TEXT }] }, both)).toBe(true)
  })
  it('becomes a new pad, or the one that it began from', () => {
    expect(asPad({ ...newPadDraft('q', [PSALM]), title: ' With me ' }, { id: 'ruth' }, NOW)).toEqual({
      ...{ id: 'q', user_id: 'ruth', title: 'With me', entries: [PSALM], tags: [], revision: 1 },
      ...{ created_at: NOW, updated_at: NOW },
    })
    const changed = asPad({ ...draftOf(saved), entries: [TEXT] }, { id: 'ruth' }, NOW)
    expect(changed).toEqual({ ...saved, entries: [TEXT], tags: [], updated_at: NOW })
    const begun = { ...draftOf(saved), adding: ' From he to you.' }
    expect(asPad(begun, { id: 'ruth' }, NOW).entries).toEqual([PSALM, TEXT])
    expect(says(begun, { ...saved, entries: [PSALM, TEXT] })).toBe(true)
  })
  it('survives being kept on the device, and leads to its page', () => {
    const draft = { ...draftOf(saved), entries: [TEXT, PSALM] }
    expect(parse(structuredClone(draft))).toEqual(draft)
    expect(keptWords('ruth', 'draft.pads.ruth.p', draft)).toMatchObject({ words: 'With me', path: '/my-memos/pads/p' })
    const begun = newPadDraft('q', [PSALM])
    expect(keptWords('ruth', 'draft.pads.ruth.q', begun)).toMatchObject({
      words: 'Psalms 23:4',
      path: '/my-memos/pads/q?new',
    })
    const untitled = newPadDraft('q', [{ ...TEXT, text: '> From **he** to you.' }, PSALM])
    expect(keptWords('ruth', 'draft.pads.ruth.q', untitled)?.words).toBe('From he to you.')
    for (const kept of [
      undefined,
      null,
      '',
      {},
      { id: 'p', base: null, title: 'a', entries: [1] },
      { id: 'p', title: 'a' },
    ])
      expect(keptWords('ruth', 'draft.pads.ruth.p', kept)).toBeNull()
  })
})
