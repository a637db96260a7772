import { DeciderSpecification } from '@event-driven-io/emmett'
import { describe, expect, it } from 'vitest'
import { RuleBroken } from '../rule.ts'
import type { NoteEvent } from './events.ts'
import { note } from './note.ts'
import recorded from './recorded-events.json' with { type: 'json' }

const given = DeciderSpecification.for(note)
const noteId = '0b0a4a3e-3a1f-4b43-9d0e-4f1c2d1f7a10'
const userId = '7d1f9f5c-8a55-4f3b-8b56-1c5c7f3f6b21'
const place = { noteId, userId, verseId: 43_003_016 }

const add = (text = 'The width of it') =>
  ({
    type: 'AddNote',
    data: { ...place, version: 'KJV', title: 'Width', text, now: '2026-01-01T08:00:00.000Z' },
  }) as const
const edit = (text: string, revision: number | null = null) =>
  ({ type: 'EditNote', data: { title: 'Love', text, revision, now: '2026-01-02T08:00:00.000Z' } }) as const
const remove = (revision: number | null = null) =>
  ({ type: 'RemoveNote', data: { revision, now: '2026-01-03T08:00:00.000Z' } }) as const

const added: NoteEvent = {
  type: 'NoteAdded',
  data: { ...place, version: 'KJV', title: 'Width', text: 'The width of it', addedAt: '2026-01-01T08:00:00.000Z' },
}
const edited: NoteEvent = {
  type: 'NoteEdited',
  data: { ...place, title: 'Love', text: 'Not “the deserving”', editedAt: '2026-01-02T08:00:00.000Z' },
}
const removed: NoteEvent = { type: 'NoteRemoved', data: { ...place, removedAt: '2026-01-03T08:00:00.000Z' } }

const broken = (code: RuleBroken['code']) => (error: Error) => error instanceof RuleBroken && error.code === code

describe('a note', () => {
  it('is written on a verse', () => given([]).when(add()).then([added]))
  it.each([' \n\t', '\u200b\ufeff \u200d', '\u3164'])('refuses to be empty: %j', (text) =>
    given([]).when(add(text)).thenThrows(broken('note_empty')),
  )
  it('takes a single emoji that is joined from several', () =>
    given([])
      .when(add('👩\u200d👧'))
      .then([{ ...added, data: { ...added.data, text: '👩\u200d👧' } }]))
  it('is written once', () => given([added]).when(add()).thenThrows(broken('note_exists')))
  it('stays removed: its id is not written again', () =>
    given([added, removed]).when(add()).thenThrows(broken('note_exists')))

  it('is edited', () => given([added]).when(edit('Not “the deserving”')).then([edited]))
  it('refuses to become empty', () => given([added]).when(edit('')).thenThrows(broken('note_empty')))
  it('records nothing when an edit changes nothing', () =>
    given([added, edited]).when(edit('Not “the deserving”')).thenNothingHappened())
  it('takes an edit made on the revision that is current', () =>
    given([added]).when(edit('Not “the deserving”', 1)).then([edited]))
  it('refuses an edit made on an older revision', () =>
    given([added, edited]).when(edit('mine', 1)).thenThrows(broken('revision_mismatch')))
  it('refuses an edit before it is written', () => given([]).when(edit('x')).thenThrows(broken('note_not_found')))

  it('is removed', () => given([added]).when(remove()).then([removed]))
  it('refuses removal of an older revision', () =>
    given([added, edited]).when(remove(1)).thenThrows(broken('revision_mismatch')))
  it('refuses every change after removal', () => {
    given([added, removed]).when(edit('x')).thenThrows(broken('note_not_found'))
    given([added, removed]).when(remove()).thenThrows(broken('note_not_found'))
  })
})

describe('every shape of event ever recorded', () => {
  it('still makes the note it made', () => {
    const states = recorded.streams.map((stream) =>
      (stream.events as NoteEvent[]).reduce(note.evolve, note.initialState()),
    )
    expect(states).toEqual(recorded.streams.map((stream) => stream.state))
  })
  it('has a sample of each type', () => {
    const types = new Set(recorded.streams.flatMap((stream) => stream.events.map((event) => event.type)))
    expect([...types].sort()).toEqual(['NoteAdded', 'NoteEdited', 'NoteRemoved'])
  })
})
