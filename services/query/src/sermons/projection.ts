import { excerptOf } from '@pathlight/contracts/excerpt-rules.ts'
import { plainTextOf, type RichText } from '@pathlight/contracts/rich-text-rules.ts'
import type { SermonEvent } from '@pathlight/domain/sermons/events.ts'
import { type SermonItem, sermonItem } from '@pathlight/domain/sermons/sermon-item.ts'
import type { Recorded } from '@pathlight/event-log/event-log.ts'
import type { Projection } from '@pathlight/read-models/projection.ts'
import { DOCUMENT_ID } from '@pathlight/read-models/read-model-store.ts'
import { parseVerseId } from '@pathlight/scripture/verse-id.ts'
import { documentId } from '../item-calls.ts'
import { type Listed, listKey } from '../list-page.ts'

/** The longest sermon and outline, in characters of JSON. */
export const LONGEST_SERMON = 210_000
export const LONGEST_OUTLINE = 6_000

/**
 * The fields by which the store finds a sermon: its key in the list, and its book (index 1 to 66) in the numbering of
 * its version.
 */
type Found = Listed & { readonly book_index: number }
/** A sermon in the API's form. */
export type SermonDocument = SermonItem & Found
/** A sermon without its content, which may have 200 KB. `excerpt`: the first words of the content. */
export type SermonOutlineDocument = Omit<SermonItem, 'content'> & Found & { readonly excerpt: string }

const found = (before: Listed | null, item: SermonItem, event: Recorded<SermonEvent>): Found => ({
  user_id: item.user_id,
  list_key: listKey(before, item, event),
  book_index: parseVerseId(item.start_verse_id)?.book.index ?? 0,
})

const excerptOfContent = (content: object): string => excerptOf(plainTextOf(content as RichText))

const machine = {
  version: 4,
  handles: ['SermonAdded', 'SermonEdited', 'SermonRemoved', 'SermonRestored'],
  removes: ['SermonRemoved'],
  ids: ({ data }: { readonly data: SermonEvent['data'] }) => documentId(data.userId, data.sermonId),
} as const

/** One document for each sermon, with its content. */
export const sermons: Projection<SermonDocument, SermonEvent> = {
  ...machine,
  name: 'sermons',
  // The first two indexes are in the order of ids, so that the store need not sort. Within an index the store skips
  // sermons that end before the wanted verse or chapter, or begin after it.
  indexes: [
    ['user_id', 'book_index', DOCUMENT_ID, 'start_verse_id', 'end_verse_id'],
    ['user_id', 'book_index', DOCUMENT_ID, 'start_chapter', 'end_chapter'],
    ['user_id', 'list_key'],
  ],
  personal: ['title', 'speaker', 'content', 'tags'],
  evolve: (doc, event) => {
    const item = sermonItem(doc, event)
    return item && { ...item, ...found(doc, item, event) }
  },
}

/** One document for each sermon, without its content, for the overlay and the list of outlines. */
export const sermonOutlines: Projection<SermonOutlineDocument, SermonEvent> = {
  ...machine,
  version: 5,
  name: 'sermon_outlines',
  indexes: [
    ['user_id', 'book_index', DOCUMENT_ID, 'start_chapter', 'end_chapter'],
    ['user_id', 'list_key'],
  ],
  personal: ['title', 'speaker', 'excerpt', 'tags'],
  evolve: (doc, event) => {
    // The earlier document has no content. Every event after which the sermon exists has all of the content.
    const item = sermonItem(doc && { ...doc, content: {} }, event)
    if (item === null) return null
    const { content, ...outline } = item
    return { ...outline, ...found(doc, item, event), excerpt: excerptOfContent(content) }
  },
}
