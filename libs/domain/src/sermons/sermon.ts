import { findBook } from '@pathlight/scripture/books.ts'
import { parseVerseId } from '@pathlight/scripture/verse-id.ts'
import type { Aggregate, DomainCommand } from '../aggregate.ts'
import { RuleBroken } from '../rule.ts'
import type { SermonEvent, SermonRange, SermonWords } from './events.ts'
import { sermonEvents } from './events.ts'
import type { SermonItem } from './sermon-item.ts'
import { sermonItem } from './sermon-item.ts'

export type AddSermon = DomainCommand<'AddSermon', { sermonId: string; userId: string } & SermonRange & SermonWords>
export type EditSermon = DomainCommand<'EditSermon', SermonRange & SermonWords>
export type RemoveSermon = DomainCommand<'RemoveSermon', Record<string, never>>
export type SermonCommand = AddSermon | EditSermon | RemoveSermon

export type SermonState =
  | { readonly status: 'unwritten' }
  /** `removed` keeps the sermon as it was. */
  | { readonly status: 'written' | 'removed'; readonly item: SermonItem }

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

const rangeOf = (item: SermonItem): SermonRange => ({
  version: item.version,
  book: item.book,
  startChapter: item.start_chapter,
  startVerseId: item.start_verse_id,
  endChapter: item.end_chapter,
  endVerseId: item.end_verse_id,
})

/** The sermon there is, or a refusal. */
const written = (state: SermonState): SermonItem => {
  if (state.status !== 'written') throw new RuleBroken('not_found', 'sermon_not_found', 'No such sermon.')
  return state.item
}

const isSame = (item: SermonItem, words: SermonWords, range: SermonRange): boolean =>
  item.title === words.title &&
  item.speaker === words.speaker &&
  JSON.stringify([item.content, rangeOf(item)]) === JSON.stringify([words.content, range])

const decide: Aggregate<SermonState, SermonCommand, SermonEvent, SermonItem>['decide'] = (command, state) => {
  const { now } = command.metadata
  switch (command.type) {
    case 'AddSermon': {
      if (state.status !== 'unwritten') throw new RuleBroken('conflict', 'sermon_exists', 'This sermon exists already.')
      checkRange(command.data)
      return { type: 'SermonAdded', data: { ...command.data, addedAt: now } }
    }
    case 'EditSermon': {
      const item = written(state)
      const before = rangeOf(item)
      const { title, speaker, content, ...moved } = command.data
      const words = { title, speaker, content }
      // In one order, as isSame compares them.
      const range = { ...before, ...moved }
      checkRange(range)
      if (isSame(item, words, range)) return []
      const { id: sermonId, user_id: userId } = item
      return { type: 'SermonEdited', data: { sermonId, userId, ...words, ...range, before, editedAt: now } }
    }
    case 'RemoveSermon': {
      const item = written(state)
      const { id: sermonId, user_id: userId } = item
      return { type: 'SermonRemoved', data: { sermonId, userId, ...rangeOf(item), removedAt: now } }
    }
  }
}

/** A sermon's life: written on a range of verses, edited any number of times, removed for good. */
export const sermon: Aggregate<SermonState, SermonCommand, SermonEvent, SermonItem> = {
  events: sermonEvents,
  initialState: () => ({ status: 'unwritten' }),
  evolve: (state, event) => {
    const before = state.status === 'unwritten' ? null : state.item
    if (event.type === 'SermonRemoved') return before === null ? state : { status: 'removed', item: before }
    const item = sermonItem(before, event)
    return item === null ? state : { status: 'written', item }
  },
  decide,
  item: (state) => (state.status === 'written' ? state.item : null),
}
