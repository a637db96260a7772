import type { Aggregate, DomainCommand } from '../aggregate.ts'
import { RuleBroken } from '../rule.ts'
import type { NoteEvent } from './events.ts'
import { noteEvents } from './events.ts'
import type { NoteItem } from './note-item.ts'
import { noteItem } from './note-item.ts'

export type AddNote = DomainCommand<
  'AddNote',
  { noteId: string; userId: string; verseId: number; version: string; title: string | null; text: string }
>
export type EditNote = DomainCommand<'EditNote', { title: string | null; text: string }>
export type RemoveNote = DomainCommand<'RemoveNote', Record<string, never>>
export type NoteCommand = AddNote | EditNote | RemoveNote

export type NoteState =
  | { readonly status: 'unwritten' }
  /** `removed` keeps the note as it was. */
  | { readonly status: 'written' | 'removed'; readonly item: NoteItem }

const evolve: Aggregate<NoteState, NoteCommand, NoteEvent, NoteItem>['evolve'] = (state, event) => {
  const before = state.status === 'unwritten' ? null : state.item
  if (event.type === 'NoteRemoved') return before === null ? state : { status: 'removed', item: before }
  const item = noteItem(before, event)
  return item === null ? state : { status: 'written', item }
}

/** The note there is, or a refusal. */
const written = (state: NoteState): NoteItem => {
  if (state.status !== 'written') throw new RuleBroken('not_found', 'note_not_found', 'No such note.')
  return state.item
}

/** Something to see: neither space nor a character that shows nothing, such as a zero-width joiner or a Hangul filler. */
const VISIBLE = /[^\s\p{Default_Ignorable_Code_Point}]/u

const withContent = (text: string): string => {
  if (!VISIBLE.test(text)) throw new RuleBroken('invalid', 'note_empty', 'Note content cannot be empty.')
  return text
}

const decide: Aggregate<NoteState, NoteCommand, NoteEvent, NoteItem>['decide'] = (command, state) => {
  const { now } = command.metadata
  switch (command.type) {
    case 'AddNote': {
      if (state.status !== 'unwritten') throw new RuleBroken('conflict', 'note_exists', 'This note exists already.')
      const { text, ...place } = command.data
      return { type: 'NoteAdded', data: { ...place, text: withContent(text), addedAt: now } }
    }
    case 'EditNote': {
      const { title, text } = command.data
      const { id: noteId, user_id: userId, verse_id: verseId, version, ...before } = written(state)
      if (before.title === title && before.text === withContent(text)) return []
      return {
        type: 'NoteEdited',
        data: { noteId, userId, verseId, version, title, text: withContent(text), editedAt: now },
      }
    }
    case 'RemoveNote': {
      const { id: noteId, user_id: userId, verse_id: verseId, version } = written(state)
      return { type: 'NoteRemoved', data: { noteId, userId, verseId, version, removedAt: now } }
    }
  }
}

/** A note's life: written on a verse, edited any number of times, removed for good. */
export const note: Aggregate<NoteState, NoteCommand, NoteEvent, NoteItem> = {
  events: noteEvents,
  initialState: () => ({ status: 'unwritten' }),
  evolve,
  decide,
  item: (state) => (state.status === 'written' ? state.item : null),
}
