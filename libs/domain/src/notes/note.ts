import { editableOf, sameEditable } from '@pathlight/contracts/kind-rules.ts'
import { parseVerseId } from '@pathlight/scripture/verse-id.ts'
import type { Aggregate, DomainCommand } from '../aggregate.ts'
import type { Import, Restore } from '../item-kind.ts'
import { alreadySo, checkImport, evolveLife, type Life, livingItem, noLife } from '../life.ts'
import { RuleBroken } from '../rule.ts'
import type { NoteEvent, NoteWords } from './events.ts'
import { type NoteItem, noteKind } from './note-item.ts'

/** `endVerseId` is absent for one verse: a command of a program from before there were ranges is still known when it is repeated. */
export type AddNote = DomainCommand<
  'AddNote',
  { noteId: string; userId: string; verseId: number; endVerseId?: number | undefined; version: string } & NoteWords
>
/** `book`: the index of the book that the caller takes the note to be in, where they name one. */
export type EditNote = DomainCommand<'EditNote', NoteWords, { readonly book?: number | undefined }>
export type RemoveNote = DomainCommand<'RemoveNote', Record<string, never>>
export type NoteCommand = AddNote | EditNote | RemoveNote | Restore<NoteItem> | Import<NoteItem>

/** The note there is, or a refusal. */
const written = (state: Life<NoteItem>): NoteItem => {
  if (state.status !== 'there') throw new RuleBroken('not_found', 'note_not_found', 'No such note.')
  return state.item
}

/** Something to see: neither space nor a character that shows nothing, such as a zero-width joiner or a Hangul filler. */
const VISIBLE = /[^\s\p{Default_Ignorable_Code_Point}]/u

const checked = (words: NoteWords): NoteWords => {
  if (!VISIBLE.test(words.text)) throw new RuleBroken('invalid', 'note_empty', 'Note content cannot be empty.')
  return editableOf('note', words)
}

/** A document of an older program does not have the last verse. */
const endOf = ({ end_verse_id }: NoteItem): number | null => end_verse_id ?? null

const placeOf = (item: NoteItem) => ({
  noteId: item.id,
  userId: item.user_id,
  verseId: item.verse_id,
  endVerseId: endOf(item),
  version: item.version,
})

const decide = (command: NoteCommand, state: Life<NoteItem>): NoteEvent | NoteEvent[] => {
  const now = command.metadata.now.toISOString()
  switch (command.type) {
    case 'AddNote': {
      if (state.status !== 'none') throw new RuleBroken('conflict', 'note_exists', 'This note exists already.')
      const { endVerseId = null } = command.data
      return { type: 'NoteAdded', data: { ...command.data, endVerseId, ...checked(command.data), addedAt: now } }
    }
    case 'EditNote': {
      const before = written(state)
      const { book } = command.metadata
      if (book !== undefined && parseVerseId(before.verse_id)?.book.index !== book)
        throw new RuleBroken('invalid', 'book_mismatch', 'The book and the verse do not belong together.')
      const words = checked(command.data)
      if (sameEditable('note', before, words)) return []
      return { type: 'NoteEdited', data: { ...placeOf(before), ...words, editedAt: now } }
    }
    case 'RemoveNote':
      return { type: 'NoteRemoved', data: { ...placeOf(written(state)), removedAt: now } }
    case 'Restore': {
      const { item } = command.data
      if (state.status === 'none') throw new RuleBroken('not_found', 'note_not_found', 'No such note.')
      if (state.status === 'there' && sameEditable('note', state.item, item)) throw alreadySo()
      const words = editableOf('note', item)
      return {
        type: 'NoteRestored',
        data: { ...placeOf(item), ...words, addedAt: state.item.created_at, restoredAt: now },
      }
    }
    case 'Import': {
      const { item, action, at } = command.data
      checkImport(
        state,
        command.data,
        (there, other) =>
          there.verse_id === other.verse_id && endOf(there) === endOf(other) && sameEditable('note', there, other),
      )
      if (item === null) return { type: 'NoteRemoved', data: { ...placeOf(written(state)), removedAt: at } }
      const data = { ...placeOf(item), ...checked(item) }
      if (action === 'edited' && state.status === 'there')
        return { type: 'NoteEdited', data: { ...data, editedAt: at } }
      const addedAt = item.created_at
      if (state.status === 'none' && addedAt === at) return { type: 'NoteAdded', data: { ...data, addedAt } }
      return { type: 'NoteRestored', data: { ...data, addedAt, restoredAt: at } }
    }
  }
}

/** A note's life: written on a verse, edited any number of times, removed, perhaps brought back to what it was. */
export const note: Aggregate<Life<NoteItem>, NoteCommand, NoteEvent, NoteItem> = {
  ...noteKind,
  initialState: () => noLife,
  evolve: evolveLife(noteKind.itemAfter),
  decide,
  item: livingItem,
}
