import type { Command, Decider } from '@event-driven-io/emmett'
import { RuleBroken } from '../rule.ts'
import type { NoteEvent } from './events.ts'

export type AddNote = Command<
  'AddNote',
  { noteId: string; userId: string; verseId: number; version: string; title: string | null; text: string; now: string }
>
/** `revision`: the one the writer saw, or null to write over whatever is there. */
export type EditNote = Command<'EditNote', { title: string | null; text: string; revision: number | null; now: string }>
export type RemoveNote = Command<'RemoveNote', { revision: number | null; now: string }>
export type NoteCommand = AddNote | EditNote | RemoveNote

export type WrittenNote = {
  readonly status: 'written'
  readonly noteId: string
  readonly userId: string
  readonly verseId: number
  readonly version: string
  readonly title: string | null
  readonly text: string
  readonly addedAt: string
  readonly editedAt: string
  /** Counts the events of the note, from 1. */
  readonly revision: number
}
export type NoteState = { readonly status: 'unwritten' } | WrittenNote | { readonly status: 'removed' }

const initialState = (): NoteState => ({ status: 'unwritten' })

const evolve = (state: NoteState, event: NoteEvent): NoteState => {
  switch (event.type) {
    case 'NoteAdded': {
      const { addedAt, ...note } = event.data
      return { status: 'written', ...note, addedAt, editedAt: addedAt, revision: 1 }
    }
    case 'NoteEdited': {
      if (state.status !== 'written') return state
      const { title, text, editedAt } = event.data
      return { ...state, title, text, editedAt, revision: state.revision + 1 }
    }
    case 'NoteRemoved':
      return { status: 'removed' }
  }
}

/** The note there is, or a refusal; and that it is the one the writer saw. */
const written = (state: NoteState, revision: number | null): WrittenNote => {
  if (state.status !== 'written') throw new RuleBroken('note_not_found', 'No such note.')
  if (revision !== null && revision !== state.revision)
    throw new RuleBroken('revision_mismatch', 'This note was changed somewhere else in the meantime.')
  return state
}

/** Something to see: neither space nor a character that shows nothing, such as a zero-width joiner or a Hangul filler. */
const VISIBLE = /[^\s\p{Default_Ignorable_Code_Point}]/u

const withContent = (text: string): string => {
  if (!VISIBLE.test(text)) throw new RuleBroken('note_empty', 'Note content cannot be empty.')
  return text
}

const decide = (command: NoteCommand, state: NoteState): NoteEvent | NoteEvent[] => {
  switch (command.type) {
    case 'AddNote': {
      if (state.status !== 'unwritten') throw new RuleBroken('note_exists', 'This note exists already.')
      const { now, text, ...note } = command.data
      return { type: 'NoteAdded', data: { ...note, text: withContent(text), addedAt: now } }
    }
    case 'EditNote': {
      const { title, text, revision, now } = command.data
      const { noteId, userId, verseId, ...before } = written(state, revision)
      if (before.title === title && before.text === withContent(text)) return []
      return { type: 'NoteEdited', data: { noteId, userId, verseId, title, text: withContent(text), editedAt: now } }
    }
    case 'RemoveNote': {
      const { noteId, userId, verseId } = written(state, command.data.revision)
      return { type: 'NoteRemoved', data: { noteId, userId, verseId, removedAt: command.data.now } }
    }
  }
}

/** A note's life: written on a verse, edited any number of times, removed for good. Pure: time and ids come in. */
export const note: Decider<NoteState, NoteCommand, NoteEvent> = { decide, evolve, initialState }
