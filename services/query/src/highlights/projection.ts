import type { HighlightEvent } from '@pathlight/domain/highlights/events.ts'
import { type HighlightItem, highlightItem } from '@pathlight/domain/highlights/highlight-item.ts'
import type { Projection } from '@pathlight/read-models/projection.ts'
import { DOCUMENT_ID } from '@pathlight/read-models/read-model-store.ts'
import { parseVerseId } from '@pathlight/scripture/verse-id.ts'
import { documentId } from '../item-calls.ts'
import { type Listed, listKey } from '../list-page.ts'

/**
 * A highlight in the API's form, with its key in the list, and its book (index 1 to 66) in the numbering of its
 * version.
 */
export type HighlightDocument = HighlightItem & Listed & { readonly book_index: number }

export const highlights: Projection<HighlightDocument, HighlightEvent> = {
  name: 'highlights',
  version: 3,
  personal: ['selected_text', 'tags'],
  indexes: [
    ['user_id', 'book_index', 'chapter', DOCUMENT_ID],
    ['user_id', 'book_index', 'chapter', 'verse_id'],
    ['user_id', 'list_key'],
  ],
  handles: ['HighlightAdded', 'HighlightColored', 'HighlightRemoved', 'HighlightRestored'],
  removes: ['HighlightRemoved'],
  ids: ({ data }) => documentId(data.userId, data.highlightId),
  evolve: (doc, event) => {
    const item = highlightItem(event)
    const place = item && parseVerseId(item.verse_id)
    if (!item || !place) return null
    return { ...item, user_id: event.data.userId, list_key: listKey(doc, item, event), book_index: place.book.index }
  },
}
