import type { Aggregate, DomainCommand } from '../aggregate.ts'
import type { Import, Restore } from '../item-kind.ts'
import { alreadySo, checkImport, evolveLife, type Life, livingItem, noLife } from '../life.ts'
import { RuleBroken } from '../rule.ts'
import type { BookmarkEvent, BookmarkPlace } from './bookmark-item.ts'
import { type BookmarkItem, bookmarkKind } from './bookmark-item.ts'

/** `verseId` and `endVerseId` are absent for a whole chapter: a command of an older program is still known when it is repeated. */
export type AddBookmark = DomainCommand<
  'AddBookmark',
  Omit<BookmarkPlace, 'verseId' | 'endVerseId'> & {
    bookmarkId: string
    userId: string
    verseId?: number | undefined
    endVerseId?: number | undefined
  }
>
export type RemoveBookmark = DomainCommand<'RemoveBookmark', { userId: string }>
export type BookmarkCommand = AddBookmark | RemoveBookmark | Restore<BookmarkItem> | Import<BookmarkItem>

const exists = () => alreadySo('bookmark_exists', 'This bookmark already exists.')
const notFound = () => new RuleBroken('not_found', 'bookmark_not_found', 'No such bookmark.')

const placeOf = ({ id: bookmarkId, version, book, chapter, verse_id, end_verse_id }: BookmarkItem) => ({
  ...{ bookmarkId, version, book, chapter },
  // A document of an older program does not have them.
  ...{ verseId: verse_id ?? null, endVerseId: end_verse_id ?? null },
})

const decide = (command: BookmarkCommand, state: Life<BookmarkItem>): BookmarkEvent | BookmarkEvent[] => {
  const now = command.metadata.now.toISOString()
  const { userId } = command.data
  switch (command.type) {
    case 'AddBookmark': {
      if (state.status === 'there') throw exists()
      const { verseId = null, endVerseId = null } = command.data
      const data = { ...command.data, verseId, endVerseId }
      return { type: 'BookmarkAdded', data: { ...data, category: 'General', addedAt: now } }
    }
    case 'RemoveBookmark':
      if (state.status !== 'there') throw notFound()
      return { type: 'BookmarkRemoved', data: { ...placeOf(state.item), userId, removedAt: now } }
    case 'Restore': {
      if (state.status === 'there') throw exists()
      if (state.status === 'none') throw notFound()
      const { item } = command.data
      const { category, created_at: addedAt } = item
      const { madeAt } = command.metadata
      return {
        type: 'BookmarkRestored',
        data: { ...placeOf(item), userId, category, addedAt, madeAt, restoredAt: now },
      }
    }
    case 'Import': {
      const { item, action, at } = command.data
      // Two bookmarks on one passage differ only in when they were made.
      checkImport(state, command.data, () => true)
      if (item === null) {
        if (state.status !== 'there') throw notFound()
        return { type: 'BookmarkRemoved', data: { ...placeOf(state.item), userId, removedAt: at } }
      }
      const { category, created_at: addedAt } = item
      const data = { ...placeOf(item), userId, category, addedAt }
      return action === 'restored' && state.status !== 'none'
        ? { type: 'BookmarkRestored', data: { ...data, madeAt: null, restoredAt: at } }
        : { type: 'BookmarkAdded', data }
    }
  }
}

/** A person's bookmark on a chapter in a version, or on verses of it: there once, removed, there again. */
export const bookmark: Aggregate<Life<BookmarkItem>, BookmarkCommand, BookmarkEvent, BookmarkItem> = {
  ...bookmarkKind,
  initialState: () => noLife,
  evolve: evolveLife(bookmarkKind.itemAfter),
  decide,
  item: livingItem,
}
