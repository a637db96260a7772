import type { Aggregate, DomainCommand } from '../aggregate.ts'
import { RuleBroken } from '../rule.ts'
import type { BookmarkItem } from './bookmark-item.ts'
import { bookmarkItem } from './bookmark-item.ts'
import type { BookmarkEvent, BookmarkPlace } from './events.ts'
import { bookmarkEvents } from './events.ts'

export type AddBookmark = DomainCommand<'AddBookmark', BookmarkPlace & { bookmarkId: string; userId: string }>
export type RemoveBookmark = DomainCommand<'RemoveBookmark', { userId: string }>
export type BookmarkCommand = AddBookmark | RemoveBookmark

export type BookmarkState =
  | { readonly status: 'none' }
  /** `removed` keeps the bookmark as it was. */
  | { readonly status: 'there' | 'removed'; readonly item: BookmarkItem }

const decide: Aggregate<BookmarkState, BookmarkCommand, BookmarkEvent, BookmarkItem>['decide'] = (command, state) => {
  const { now } = command.metadata
  switch (command.type) {
    case 'AddBookmark':
      if (state.status === 'there') throw new RuleBroken('conflict', 'bookmark_exists', 'This bookmark already exists.')
      return { type: 'BookmarkAdded', data: { ...command.data, category: 'General', addedAt: now } }
    case 'RemoveBookmark': {
      if (state.status !== 'there') throw new RuleBroken('not_found', 'bookmark_not_found', 'No such bookmark.')
      const { id: bookmarkId, version, book, chapter } = state.item
      const { userId } = command.data
      return { type: 'BookmarkRemoved', data: { bookmarkId, userId, version, book, chapter, removedAt: now } }
    }
  }
}

/** A person's bookmark on a chapter in a version: there once, removed, there again. */
export const bookmark: Aggregate<BookmarkState, BookmarkCommand, BookmarkEvent, BookmarkItem> = {
  events: bookmarkEvents,
  initialState: () => ({ status: 'none' }),
  evolve: (state, event) => {
    const item = bookmarkItem(event)
    if (item) return { status: 'there', item }
    return state.status === 'none' ? state : { status: 'removed', item: state.item }
  },
  decide,
  item: (state) => (state.status === 'there' ? state.item : null),
}
