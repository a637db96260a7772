import type { Aggregate, DomainCommand } from '../aggregate.ts'
import type { Import, Restore } from '../item-kind.ts'
import { alreadySo, checkImport, evolveLife, type Life, livingItem, noLife } from '../life.ts'
import { RuleBroken } from '../rule.ts'
import { type BookmarkItem, bookmarkKind } from './bookmark-item.ts'
import type { BookmarkEvent, BookmarkPlace } from './events.ts'

export type AddBookmark = DomainCommand<'AddBookmark', BookmarkPlace & { bookmarkId: string; userId: string }>
export type RemoveBookmark = DomainCommand<'RemoveBookmark', { userId: string }>
export type BookmarkCommand = AddBookmark | RemoveBookmark | Restore<BookmarkItem> | Import<BookmarkItem>

const exists = () => alreadySo('bookmark_exists', 'This bookmark already exists.')
const notFound = () => new RuleBroken('not_found', 'bookmark_not_found', 'No such bookmark.')

const placeOf = ({ id: bookmarkId, version, book, chapter }: BookmarkItem) => ({ bookmarkId, version, book, chapter })

const decide = (command: BookmarkCommand, state: Life<BookmarkItem>): BookmarkEvent | BookmarkEvent[] => {
  const now = command.metadata.now.toISOString()
  const { userId } = command.data
  switch (command.type) {
    case 'AddBookmark':
      if (state.status === 'there') throw exists()
      return { type: 'BookmarkAdded', data: { ...command.data, category: 'General', addedAt: now } }
    case 'RemoveBookmark':
      if (state.status !== 'there') throw notFound()
      return { type: 'BookmarkRemoved', data: { ...placeOf(state.item), userId, removedAt: now } }
    case 'Restore': {
      if (state.status === 'there') throw exists()
      if (state.status === 'none') throw notFound()
      const { item } = command.data
      const { category, created_at: addedAt } = item
      return { type: 'BookmarkRestored', data: { ...placeOf(item), userId, category, addedAt, restoredAt: now } }
    }
    case 'Import': {
      const { item, action, at } = command.data
      // Of one chapter there is nothing to differ in but when it was bookmarked.
      checkImport(state, command.data, () => true)
      if (item === null) {
        if (state.status !== 'there') throw notFound()
        return { type: 'BookmarkRemoved', data: { ...placeOf(state.item), userId, removedAt: at } }
      }
      const { category, created_at: addedAt } = item
      const data = { ...placeOf(item), userId, category, addedAt }
      return action === 'restored' && state.status !== 'none'
        ? { type: 'BookmarkRestored', data: { ...data, restoredAt: at } }
        : { type: 'BookmarkAdded', data }
    }
  }
}

/** A person's bookmark on a chapter in a version: there once, removed, there again. */
export const bookmark: Aggregate<Life<BookmarkItem>, BookmarkCommand, BookmarkEvent, BookmarkItem> = {
  ...bookmarkKind,
  initialState: () => noLife,
  evolve: evolveLife(bookmarkKind.itemAfter),
  decide,
  item: livingItem,
}
