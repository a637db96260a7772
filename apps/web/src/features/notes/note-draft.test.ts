import { NOTE_TEXT_MAX, type Note } from '@pathlight/contracts/notes.ts'
import { describe, expect, it } from 'vitest'
import {
  asNewNote,
  draftOf,
  isOurs,
  isUnsaved,
  lengthWorthSaying,
  newDraft,
  overSaved,
  parseDraft,
  TEXT_MAX,
  withAttempt,
} from './note-draft.ts'

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
const keys = () => {
  let count = 0
  return () => `key-${++count}`
}
const keyOf = (draft: { attempts: readonly { key: string }[] }) => draft.attempts.at(-1)?.key

describe('a draft', () => {
  it('may be as long as the server takes it, and says how long it is before that', () => {
    expect(TEXT_MAX).toBe(NOTE_TEXT_MAX)
    expect(lengthWorthSaying({ text: 'x'.repeat(1000) })).toBeNull()
    expect(lengthWorthSaying({ text: 'x'.repeat(TEXT_MAX - 1) })).toBe(TEXT_MAX - 1)
  })
  it('has nothing to lose until something is written or changed', () => {
    expect(isUnsaved(newDraft('n'))).toBe(false)
    expect(isUnsaved({ ...newDraft('n'), text: '  \n' })).toBe(false)
    expect(isUnsaved({ ...newDraft('n'), title: 'A' })).toBe(true)
    expect(isUnsaved(draftOf(saved))).toBe(false)
    expect(isUnsaved({ ...draftOf(saved), text: '' })).toBe(true)
  })

  it('is sent again under the same key as long as its words and what they replace are the same', () => {
    const key = keys()
    const first = withAttempt({ ...newDraft('n'), text: 'One' }, key)
    expect(keyOf(withAttempt(first, key))).toBe(keyOf(first))
    expect(withAttempt(first, key).attempts).toHaveLength(1)
    expect(keyOf(withAttempt({ ...first, text: 'Two' }, key))).not.toBe(keyOf(first))
    expect(keyOf(withAttempt(overSaved(first, saved), key))).not.toBe(keyOf(first))
  })

  it('does not come back to an older key when the words come back to older ones', () => {
    const key = keys()
    const first = withAttempt({ ...draftOf(saved), text: 'One' }, key)
    const second = withAttempt({ ...first, text: 'Two' }, key)
    expect(keyOf(withAttempt({ ...second, text: 'One' }, key))).toBe('key-3')
  })

  it('knows its own words on the server, though the answer was lost and it was changed since', () => {
    const sent = withAttempt({ ...draftOf(saved), title: ' The width ', text: 'One' }, keys())
    const arrived = { ...saved, title: 'The width', text: 'One', revision: 4 }
    expect(isOurs({ ...sent, text: 'Two' }, arrived)).toBe(true)
    expect(isOurs(sent, { ...arrived, text: 'From the phone' })).toBe(false)
    expect(isOurs(draftOf(saved), arrived)).toBe(false)
  })

  it('keeps its words over a newer note, and as a new one', () => {
    const draft = { ...draftOf(saved), text: 'Mine' }
    expect(overSaved(draft, { ...saved, text: 'Theirs', revision: 9 })).toMatchObject({
      text: 'Mine',
      base: { text: 'Theirs', revision: 9 },
    })
    expect(asNewNote(draft, 'other')).toMatchObject({ noteId: 'other', text: 'Mine', base: null })
  })

  it('survives being kept on the device, and nonsense there does no harm', () => {
    const draft = withAttempt({ ...draftOf(saved), text: 'Mine' }, keys())
    expect(parseDraft(JSON.stringify(draft))).toEqual(draft)
    for (const kept of [null, '', '{', '{}', 'null', '[]', '{"noteId":1}']) expect(parseDraft(kept)).toBeNull()
  })
})
