import { describe, expect, it } from 'vitest'
import type { InStream } from '../aggregate.ts'
import { givenStreamOf, keepsWhatWasRecorded, placed, standsOnItsEnds } from '../given.contract.ts'
import { RuleBroken } from '../rule.ts'
import { hasTags } from '../tagged.contract.ts'
import { note } from './note.ts'
import type { NoteEvent } from './note-item.ts'
import { type NoteItem, noteKind } from './note-item.ts'
import recorded from './recorded-events.json' with { type: 'json' }

const given = givenStreamOf(note)
const noteId = '0b0a4a3e-3a1f-4b43-9d0e-4f1c2d1f7a10'
const userId = '7d1f9f5c-8a55-4f3b-8b56-1c5c7f3f6b21'
const onVerse = { noteId, userId, verseId: 43_003_016, version: 'KJV' }
const place = { ...onVerse, endVerseId: null }
const at = (now: string) => ({ metadata: { now: new Date(now) } })

const add = (text = 'The width of it') =>
  ({ type: 'AddNote', data: { ...onVerse, title: 'Width', text }, ...at('2026-01-01T08:00:00.000Z') }) as const
const edit = (text: string) =>
  ({ type: 'EditNote', data: { title: 'Love', text }, ...at('2026-01-02T08:00:00.000Z') }) as const
const remove = { type: 'RemoveNote', data: {}, ...at('2026-01-03T08:00:00.000Z') } as const

const added: NoteEvent = {
  type: 'NoteAdded',
  data: { ...place, title: 'Width', text: 'The width of it', addedAt: '2026-01-01T08:00:00.000Z' },
}
const edited: NoteEvent = {
  type: 'NoteEdited',
  data: { ...place, title: 'Love', text: 'Not “the deserving”', editedAt: '2026-01-02T08:00:00.000Z' },
}
const restored: NoteEvent = {
  type: 'NoteRestored',
  data: {
    ...place,
    ...{ title: 'Width', text: 'The width of it' },
    ...{ addedAt: '2026-01-01T08:00:00.000Z', restoredAt: '2026-01-04T08:00:00.000Z' },
  },
}
const asItWas = noteKind.itemAfter(null, placed([added])[0] as InStream<NoteEvent>)
const restore = {
  type: 'Restore',
  data: { userId, item: asItWas as NoteItem },
  metadata: { ...at('2026-01-04T08:00:00.000Z').metadata, madeAt: 1 },
} as const
const removed: NoteEvent = { type: 'NoteRemoved', data: { ...place, removedAt: '2026-01-03T08:00:00.000Z' } }

const broken = (code: string) => (error: Error) => error instanceof RuleBroken && error.code === code

describe('a note', () => {
  it('is written on a verse', () => given([]).when(add()).then([added]))
  it('is written on verses up to another, and stays on them', () => {
    const endVerseId = 43_003_018
    const on = <E extends NoteEvent>(event: E): E => ({ ...event, data: { ...event.data, endVerseId } })
    const written = { ...add(), data: { ...add().data, endVerseId } }
    given([])
      .when(written)
      .then([on(added)])
    given([on(added)])
      .when(edit('Not “the deserving”'))
      .then(on(edited))
    given([on(added)])
      .when(remove)
      .then(on(removed))
    const item = noteKind.itemAfter(null, placed([on(added)])[0] as InStream<NoteEvent>) as NoteItem
    expect(item).toMatchObject({ verse_id: 43_003_016, end_verse_id: endVerseId })
    given([on(added), on(removed)])
      .when({ ...restore, data: { userId, item } })
      .then(on(restored))
  })
  it('is another note than one on other verses, where one is imported', () => {
    const item = { ...(asItWas as NoteItem), end_verse_id: 43_003_018 }
    const imported = (one: NoteItem) =>
      ({
        type: 'Import',
        data: { userId, id: noteId, action: 'added', at: one.created_at, item: one, after: null },
        ...at('2026-01-05T08:00:00.000Z'),
      }) as const
    given([added]).when(imported(item)).thenThrows(broken('import_differs'))
    given([added])
      .when(imported(asItWas as NoteItem))
      .thenThrows(broken('import_same'))
    given([])
      .when(imported(item))
      .then([{ ...added, data: { ...added.data, endVerseId: 43_003_018 } }])
  })
  it('is there after an imported edit, also where it was not there before', () => {
    const item = asItWas as NoteItem
    const imported = (after: number) =>
      ({
        type: 'Import',
        data: { userId, id: noteId, action: 'edited', at: item.created_at, item, after },
        ...at('2026-01-05T08:00:00.000Z'),
      }) as const
    given([]).when(imported(0)).then([added])
    given([added, removed])
      .when(imported(2))
      .then([{ ...restored, data: { ...restored.data, restoredAt: item.created_at } }])
  })
  it('is not moved to other verses by an imported edit that follows its last change', () => {
    const item = asItWas as NoteItem
    const imported = (changed: Partial<NoteItem>) =>
      ({
        type: 'Import',
        data: { userId, id: noteId, action: 'edited', at: item.created_at, item: { ...item, ...changed }, after: 1 },
        ...at('2026-01-05T08:00:00.000Z'),
      }) as const
    for (const place of [{ verse_id: 43_003_017 }, { end_verse_id: 43_003_018 }])
      given([added])
        .when(imported({ ...place, text: 'Elsewhere' }))
        .thenThrows(broken('import_other_history'))
    const { addedAt: _, ...data } = added.data
    given([added])
      .when(imported({ text: 'Here' }))
      .then({ type: 'NoteEdited', data: { ...data, text: 'Here', editedAt: item.created_at } } as NoteEvent)
  })
  it.each([' \n\t', '\u200b\ufeff \u200d', '\u3164'])('refuses to be empty: %j', (text) =>
    given([]).when(add(text)).thenThrows(broken('note_empty')),
  )
  it('takes a single emoji that is joined from several', () =>
    given([])
      .when(add('👩\u200d👧'))
      .then([{ ...added, data: { ...added.data, text: '👩\u200d👧' } }]))
  it('is written once', () => given([added]).when(add()).thenThrows(broken('note_exists')))
  it('is not written anew under its id after it was removed', () =>
    given([added, removed]).when(add()).thenThrows(broken('note_exists')))

  it('is edited', () => given([added]).when(edit('Not “the deserving”')).then([edited]))
  it('refuses to become empty', () => given([added]).when(edit('')).thenThrows(broken('note_empty')))
  it('records nothing when an edit changes nothing', () =>
    given([added, edited]).when(edit('Not “the deserving”')).thenNothingHappened())
  it('refuses an edit before it is written', () => given([]).when(edit('x')).thenThrows(broken('note_not_found')))

  it('is removed', () => given([added]).when(remove).then([removed]))
  it('refuses every change after removal', () => {
    given([added, removed]).when(edit('x')).thenThrows(broken('note_not_found'))
    given([added, removed]).when(remove).thenThrows(broken('note_not_found'))
  })
  it('is brought back to what it was, after an edit and after its removal', () => {
    given([added, edited]).when(restore).then(restored)
    given([added, edited, removed]).when(restore).then(restored)
    given([added, edited, removed, restored]).when(edit('Not “the deserving”')).then(edited)
  })
  it('refuses to be brought back to what it is', () => {
    given([added]).when(restore).thenThrows(broken('already_current'))
    given([added, removed, restored]).when(restore).thenThrows(broken('already_current'))
    given([]).when(restore).thenThrows(broken('note_not_found'))
  })
  it('keeps what it was when it is removed', () => {
    const state = placed([added, edited, removed]).reduce(note.evolve, note.initialState())
    expect(state).toMatchObject({
      status: 'removed',
      item: { title: 'Love', text: 'Not “the deserving”', revision: 2 },
    })
    expect(note.item(state)).toBeNull()
  })
  it('has the place of its last event for a revision', () => {
    const state = placed([added, edited, edited]).reduce(note.evolve, note.initialState())
    expect(note.item(state)).toMatchObject({ revision: 3, created_at: '2026-01-01T08:00:00.000Z' })
  })

  standsOnItsEnds(note, [
    [added],
    [added, edited],
    [added, edited, edited, edited, edited],
    [added, removed],
    [added, edited, edited, edited, removed],
    [added, edited, removed, restored, edited, removed],
    [added, edited, removed, restored],
  ])
  hasTags(note, {
    add: { AddNote: { ...onVerse, title: null, text: 'So loved.' } },
    edit: { EditNote: { title: null, text: 'So loved.' } },
    ...{ edited: 'NoteEdited', id: noteId },
  })
  keepsWhatWasRecorded(note, recorded.streams)
})
