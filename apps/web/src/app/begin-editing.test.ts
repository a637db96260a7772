// @vitest-environment jsdom
import type { Note } from '@pathlight/contracts/notes.ts'
import { richTextOf } from '@pathlight/contracts/rich-text-rules.ts'
import { describe, expect, it } from 'vitest'
import { keptWork } from '../device/kept-work.ts'
import { keptWords } from '../kinds/notes/note-drafts.ts'
import { notes } from '../kinds/notes/notes.tsx'
import { editedSermons } from '../kinds/sermons/edited-sermons.tsx'
import { asSermon, ideaDraft, newSermonDraft } from '../kinds/sermons/sermon-draft.ts'
import { draftsAt, newDraftKey } from '../study/draft-keys.ts'
import { beginEditing } from '../study/editor/begin-editing.ts'
import { draftKeyBeside } from '../study/editor/drafts.ts'
import { asText } from '../study/texts/text-drafts.ts'

const ruth = { id: 'ruth', username: 'ruth', email: 'ruth@example.org' }
const verse = { version: 'KJV', book: 'John', chapter: 3, verse: 16, verse_id: 43_003_016, text: '' }
const NOW = '2026-01-01T00:00:00.000Z'
const note = (id: string, text: string) => ({ ...notes.drafts.fresh(id, null), text })
const sermon = (id: string, text: string) => ({
  ...newSermonDraft(id, verse, verse, 'Boaz'),
  title: 'Love',
  content: richTextOf(text),
})

describe('goes on from the item that the first words of a draft have become, while what was written after them waited', () => {
  // The base of the editor has revision 1, not the item's revision 4. If another device changed the item in between,
  // the server then reports a conflict.
  it('a note', () => {
    const keptAt = newDraftKey('notes', 'ruth', verse)
    notes.drafts.keep(keptAt, note('a', 'One and two'))
    const saved: Note = { ...asText(notes.drafts, note('a', 'One'), ruth, verse, NOW), revision: 4 }
    const begin = (items: readonly Note[]) =>
      beginEditing(notes, 'ruth', { fresh: note('fresh', ''), keptAt, items }).initial
    expect(begin([])).toMatchObject({ id: 'a', base: null })
    expect(begin([saved])).toMatchObject({ id: 'a', text: 'One and two', base: { id: 'a', revision: 1 } })
  })
  it('a sermon', () => {
    const keptAt = newDraftKey('sermons', 'ruth', verse)
    editedSermons.drafts.keep(keptAt, sermon('a', 'One and two'))
    const saved = { ...asSermon(sermon('a', 'One'), ruth, NOW), revision: 4 }
    const begin = (items: readonly (typeof saved)[]) =>
      beginEditing(editedSermons, 'ruth', { fresh: sermon('fresh', ''), keptAt, items }).initial
    expect(begin([])).toMatchObject({ id: 'a', base: null })
    expect(begin([saved])).toMatchObject({
      id: 'a',
      content: richTextOf('One and two'),
      base: { id: 'a', revision: 1 },
    })
  })
})

it('begins with the words of each of two tabs, and lists both', () => {
  const keptAt = newDraftKey('notes', 'ruth', { ...verse, verse_id: 43_003_017 })
  const beside = draftKeyBeside(keptAt)
  notes.drafts.keep(keptAt, note('a', 'One'))
  notes.drafts.keep(beside, note('b', 'Two'))
  const begin = () => beginEditing(notes, 'ruth', { fresh: note('fresh', ''), keptAt })
  expect(begin()).toMatchObject({
    keptAt,
    initial: { id: 'a', text: 'One' },
    beside: { key: beside, draft: { id: 'b' } },
  })
  const listed = draftsAt(keptAt).map((key) => keptWords('ruth', key, keptWork.get(key))?.words)
  expect(listed).toEqual(['One', 'Two'])
  keptWork.remove(keptAt)
  expect(begin()).toMatchObject({ keptAt: beside, initial: { id: 'b', text: 'Two' }, restored: true, beside: null })
})

it('begins with one of two ideas for a sermon, which cannot be shown as sermons before their passage is chosen', () => {
  const keptAt = newDraftKey('sermons', 'ruth', { ...verse, verse_id: 43_003_018 })
  const beside = draftKeyBeside(keptAt)
  const idea = (id: string) => ({ ...ideaDraft(id, 'Boaz'), title: `Idea ${id}` })
  editedSermons.drafts.keep(keptAt, idea('a'))
  editedSermons.drafts.keep(beside, idea('b'))
  expect(beginEditing(editedSermons, 'ruth', { fresh: sermon('fresh', ''), keptAt })).toMatchObject({
    initial: { title: 'Idea a' },
    beside: null,
  })
  expect(draftsAt(keptAt)).toEqual([keptAt, beside])
})
