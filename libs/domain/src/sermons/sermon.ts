import { editableOf, sameEditable } from '@pathlight/contracts/kind-rules.ts'
import { findBook } from '@pathlight/scripture/books.ts'
import { parseVerseId } from '@pathlight/scripture/verse-id.ts'
import type { Aggregate, DomainCommand } from '../aggregate.ts'
import type { Import, Restore } from '../item-kind.ts'
import { alreadySo, checkImport, evolveLife, type Life, livingItem, noLife } from '../life.ts'
import { RuleBroken } from '../rule.ts'
import type { SermonEvent, SermonRange, SermonText } from './events.ts'
import { type SermonItem, sermonKind, textOf } from './sermon-item.ts'

export type AddSermon = DomainCommand<'AddSermon', { sermonId: string; userId: string } & SermonText>
export type EditSermon = DomainCommand<'EditSermon', SermonText>
export type RemoveSermon = DomainCommand<'RemoveSermon', Record<string, never>>
export type SermonCommand = AddSermon | EditSermon | RemoveSermon | Restore<SermonItem> | Import<SermonItem>

const badRange = () =>
  new RuleBroken('invalid', 'bad_range', 'The end of a sermon is in the same book and not before its start.')

/** Refuses a range that is none: other books, chapters that are not the verses', an end before the start. */
const checkRange = ({ book, startChapter, startVerseId, endChapter, endVerseId }: SermonRange): void => {
  const start = parseVerseId(startVerseId)
  const end = parseVerseId(endVerseId)
  const index = findBook(book)?.index
  if (!start || !end || start.book.index !== index || end.book.index !== index) throw badRange()
  if (start.chapter !== startChapter || end.chapter !== endChapter || endVerseId < startVerseId) throw badRange()
}

const rangeOf = (item: SermonItem): SermonRange => {
  const { title: _, speaker: __, content: ___, ...range } = textOf(item)
  return range
}

const notFound = () => new RuleBroken('not_found', 'sermon_not_found', 'No such sermon.')
/** The sermon there is, or a refusal. */
const written = (state: Life<SermonItem>): SermonItem => {
  if (state.status !== 'there') throw notFound()
  return state.item
}

const decide = (command: SermonCommand, state: Life<SermonItem>): SermonEvent | SermonEvent[] => {
  const now = command.metadata.now.toISOString()
  switch (command.type) {
    case 'AddSermon': {
      if (state.status !== 'none') throw new RuleBroken('conflict', 'sermon_exists', 'This sermon exists already.')
      checkRange(command.data)
      return { type: 'SermonAdded', data: { ...command.data, addedAt: now } }
    }
    case 'EditSermon': {
      const item = written(state)
      const text = editableOf('sermon', command.data)
      checkRange(text)
      if (sameEditable('sermon', textOf(item), text)) return []
      const { id: sermonId, user_id: userId } = item
      return { type: 'SermonEdited', data: { sermonId, userId, ...text, before: rangeOf(item), editedAt: now } }
    }
    case 'RemoveSermon': {
      const item = written(state)
      const { id: sermonId, user_id: userId } = item
      return { type: 'SermonRemoved', data: { sermonId, userId, ...rangeOf(item), removedAt: now } }
    }
    case 'Restore': {
      if (state.status === 'none') throw notFound()
      const { id: sermonId, user_id: userId, created_at: addedAt } = state.item
      const text = textOf(command.data.item)
      if (state.status === 'there' && sameEditable('sermon', textOf(state.item), text)) throw alreadySo()
      return { type: 'SermonRestored', data: { sermonId, userId, ...text, addedAt, restoredAt: now } }
    }
    case 'Import': {
      const { item, action, at, userId, id: sermonId } = command.data
      checkImport(state, command.data, (there, other) => sameEditable('sermon', textOf(there), textOf(other)))
      if (item === null) {
        const range = rangeOf(written(state))
        return { type: 'SermonRemoved', data: { sermonId, userId, ...range, removedAt: at } }
      }
      const data = { sermonId, userId, ...textOf(item) }
      checkRange(data)
      if (action === 'edited' && state.status === 'there')
        return { type: 'SermonEdited', data: { ...data, before: rangeOf(state.item), editedAt: at } }
      const addedAt = item.created_at
      if (state.status === 'none' && addedAt === at) return { type: 'SermonAdded', data: { ...data, addedAt } }
      return { type: 'SermonRestored', data: { ...data, addedAt, restoredAt: at } }
    }
  }
}

/** A sermon's life: written on a range of verses, edited any number of times, removed, perhaps brought back to what it was. */
export const sermon: Aggregate<Life<SermonItem>, SermonCommand, SermonEvent, SermonItem> = {
  ...sermonKind,
  initialState: () => noLife,
  evolve: evolveLife(sermonKind.itemAfter),
  decide,
  item: livingItem,
}
