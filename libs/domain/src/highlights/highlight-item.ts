import { type Editable, editableOf } from '@pathlight/contracts/kind-rules.ts'
import { bookName } from '@pathlight/scripture/books.ts'
import { parseVerseId } from '@pathlight/scripture/verse-id.ts'
import type { InStream } from '../aggregate.ts'
import type { ItemKind } from '../item-kind.ts'
import { type HighlightEvent, highlightAddress, highlightEvents, highlightStreams } from './events.ts'

/** A highlight in the shape of the wire. Offsets as in KeptHighlight. */
export type HighlightItem = Editable['highlight'] & {
  readonly id: string
  /** In the numbering of `version`. */
  readonly verse_id: number
  readonly version: string
  /** In English. */
  readonly book: string
  readonly chapter: number
  readonly selected_text: string
  readonly start_offset: number
  readonly end_offset: number
  readonly created_at: string
  readonly revision: number
}

/** A highlight (that which the event is about) as it is after an event of its verse; null when it is gone. */
export const highlightItem = (
  { data, metadata }: InStream<HighlightEvent>,
  highlightId = data.highlightId,
): HighlightItem | null => {
  const kept = data.highlights.find(({ id }) => id === highlightId)
  const place = parseVerseId(data.verseId)
  if (!kept || !place) return null
  return {
    id: kept.id,
    verse_id: data.verseId,
    version: data.version,
    book: bookName(place.book, 'en'),
    chapter: place.chapter,
    selected_text: kept.selectedText,
    start_offset: kept.startOffset,
    end_offset: kept.endOffset,
    ...editableOf('highlight', kept),
    created_at: kept.addedAt,
    revision: Number(metadata.streamPosition),
  }
}

export const highlightKind: ItemKind<HighlightItem, HighlightEvent> = {
  kind: 'highlight',
  streams: highlightStreams,
  events: highlightEvents,
  keyOf: (id) => {
    const address = highlightAddress(id)
    return address && `${address.verseId}.${address.version}`
  },
  idOf: ({ data }) => data.highlightId,
  itemAfter: (_before, event) => highlightItem(event),
  itemOf: highlightItem,
}
