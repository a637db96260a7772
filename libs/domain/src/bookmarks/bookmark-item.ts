import type { Placed } from '../aggregate.ts'
import type { BookmarkEvent } from './events.ts'

/** A bookmark in the shape of the wire. */
export type BookmarkItem = {
  readonly id: string
  /** In English. */
  readonly book: string
  readonly chapter: number
  readonly version: string
  readonly category: 'General'
  readonly created_at: string
  readonly revision: number
}

/** The bookmark after an event; null when there is none. The one mapping from event to item. */
export const bookmarkItem = ({ type, data, metadata }: Placed<BookmarkEvent>): BookmarkItem | null => {
  if (type === 'BookmarkRemoved') return null
  const { bookmarkId: id, book, chapter, version, category, addedAt } = data
  return { id, book, chapter, version, category, created_at: addedAt, revision: Number(metadata.streamPosition) }
}
