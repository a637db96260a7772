import {
  addBookmarkBody,
  BOOKMARKS_NOT_LOGGED_IN,
  bookmarkParams,
  bookmarkShapes,
  editBookmarkBody,
} from '@pathlight/contracts/bookmarks.ts'
import { editableOf } from '@pathlight/contracts/kind-rules.ts'
import { bookmark as aggregate } from '@pathlight/domain/bookmarks/bookmark.ts'
import { type BookmarkItem, bookmarkKind as item } from '@pathlight/domain/bookmarks/bookmark-item.ts'
import { RuleBroken } from '@pathlight/domain/rule.ts'
import { removeCall, writeCall } from '../item-calls.ts'
import type { ImportedTo, Kind } from '../kind.ts'
import { bookmarkPlace } from './bookmark-place.ts'

/** Validates a bookmark of an import file, and returns the item. Throws RuleBroken, ZodError. */
const imported = (sent: unknown, texts: ImportedTo): BookmarkItem => {
  const { id, created_at, tags, ...named } = bookmarkShapes.imported.parse(sent)
  const { bookmarkId, verseId, endVerseId, ...place } = bookmarkPlace(named, texts)
  if (id !== bookmarkId) throw new RuleBroken('invalid', 'bookmark_not_found', 'No such bookmark.')
  const verses = { verse_id: verseId, end_verse_id: endVerseId }
  return { id, ...place, ...verses, category: 'General', ...(tags && { tags }), created_at, revision: 0 }
}

const config = { notLoggedIn: BOOKMARKS_NOT_LOGGED_IN }

export const bookmarkKind: Kind = {
  ...{ item, aggregate, imported, counted: 'bookmarks' },
  routes: (app, { knowsVersion, ...dependencies }) => {
    writeCall(app, dependencies, {
      ...{ method: 'POST', url: '/api/bookmarks', summary: 'Bookmark a chapter, or verses of it', config, aggregate },
      body: addBookmarkBody,
      response: bookmarkShapes.item,
      ask: (body, { userId }) => {
        const { bookmarkId, verseId, endVerseId, ...place } = bookmarkPlace(body, { knowsVersion })
        const verses = { verseId: verseId ?? undefined, endVerseId: endVerseId ?? undefined }
        const data = { bookmarkId, userId, ...place, ...verses, ...editableOf('bookmark', body) }
        return {
          stream: item.streams.name(userId, bookmarkId),
          command: { type: 'AddBookmark' as const, isFirst: true, data },
        }
      },
    })
    writeCall(app, dependencies, {
      ...{ method: 'PUT', url: '/api/bookmarks/:id', summary: 'Change the tags of a bookmark', config, aggregate },
      params: bookmarkParams,
      body: editBookmarkBody,
      response: bookmarkShapes.item,
      ask: (body, { userId }, id) => ({
        stream: item.streams.name(userId, id),
        command: { type: 'EditBookmark' as const, data: { userId, ...editableOf('bookmark', body) } },
      }),
    })
    removeCall(app, dependencies, {
      ...{ url: '/api/bookmarks/:id', summary: 'Remove a bookmark', name: 'Bookmark', config, aggregate },
      params: bookmarkParams,
      ask: ({ userId }, id) => ({
        stream: item.streams.name(userId, id),
        command: { type: 'RemoveBookmark' as const, data: { userId } },
      }),
    })
  },
}
