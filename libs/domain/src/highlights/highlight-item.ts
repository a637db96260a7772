import { type Editable, editableOf } from '@pathlight/contracts/kind-rules.ts'
import { bookName } from '@pathlight/scripture/books.ts'
import { parseVerseId } from '@pathlight/scripture/verse-id.ts'
import type { InStream } from '../aggregate.ts'
import type { ItemKind } from '../item-kind.ts'
import {
  type HighlightEvent,
  highlightAddress,
  highlightEvents,
  highlightStreams,
  type KeptHighlight,
} from './events.ts'

/** A highlight as calls answer it. Offsets count UTF-16 units of the verse's plain text; `end_offset` is exclusive. */
export type HighlightItem = Editable['highlight'] & {
  readonly id: string
  /** The verse's id, in the numbering of `version`. */
  readonly verse_id: number
  readonly version: string
  /** The book's English name. */
  readonly book: string
  readonly chapter: number
  readonly selected_text: string
  readonly start_offset: number
  readonly end_offset: number
  readonly created_at: string
  readonly revision: number
}

/**
 * The highlight `highlightId` of a verse, as an item. `revision`: the stream position of the event that has these
 * highlights. Null if the verse has no such highlight.
 */
export const highlightAmong = (
  highlights: readonly KeptHighlight[],
  {
    highlightId,
    verseId,
    version,
  }: { readonly highlightId: string; readonly verseId: number; readonly version: string },
  revision: number,
): HighlightItem | null => {
  const kept = highlights.find(({ id }) => id === highlightId)
  const place = parseVerseId(verseId)
  if (!kept || !place) return null
  return {
    id: kept.id,
    verse_id: verseId,
    version,
    book: bookName(place.book, 'en'),
    chapter: place.chapter,
    selected_text: kept.selectedText,
    start_offset: kept.startOffset,
    end_offset: kept.endOffset,
    ...editableOf('highlight', kept),
    created_at: kept.addedAt,
    revision,
  }
}

/**
 * The highlight `highlightId` after the event; by default the highlight that the event changed. Null if that highlight
 * is gone.
 */
export const highlightItem = (
  { data, metadata }: InStream<HighlightEvent>,
  highlightId = data.highlightId,
): HighlightItem | null => highlightAmong(data.highlights, { ...data, highlightId }, Number(metadata.streamPosition))

/**
 * The stream position of the event that added a highlight. Later events store this position with the highlight. Null if
 * `event` does not have it.
 */
const madeAt = ({ type, data, metadata }: InStream<HighlightEvent>, id: string): number | null => {
  if (type === 'HighlightAdded' && data.highlightId === id) return Number(metadata.streamPosition)
  return data.highlights.find((kept) => kept.id === id)?.madeAt ?? null
}

export const highlightKind: ItemKind<HighlightItem, HighlightEvent> = {
  kind: 'highlight',
  named: { en: 'highlight', ko: '하이라이트를' },
  streams: highlightStreams,
  events: highlightEvents,
  keyOf: (id) => {
    const address = highlightAddress(id)
    return address && `${address.verseId}.${address.version}`
  },
  idOf: ({ data }) => data.highlightId,
  itemAfter: (_before, event) => highlightItem(event),
  itemOf: highlightItem,
  madeAt,
  tagsOf: ({ data }) => data.highlights.find(({ id }) => id === data.highlightId)?.tags ?? [],
}
