import { bookName } from '@pathlight/scripture/books.ts'
import { parseVerseId } from '@pathlight/scripture/verse-id.ts'
import type { Placed } from '../aggregate.ts'
import type { HighlightEvent } from './events.ts'

/** A highlight in the shape of the wire. Offsets as in KeptHighlight. */
export type HighlightItem = {
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
  /** #RRGGBB; null: the colour of the person's settings. */
  readonly color: string | null
  readonly created_at: string
  readonly revision: number
}

/** The highlight that an event is about, as it is after the event; null when it is gone. The one mapping from event to item. */
export const highlightItem = ({ data, metadata }: Placed<HighlightEvent>): HighlightItem | null => {
  const kept = data.highlights.find(({ id }) => id === data.highlightId)
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
    color: kept.color,
    created_at: kept.addedAt,
    revision: Number(metadata.streamPosition),
  }
}
