import type { Placed } from '../aggregate.ts'
import type { SermonEvent, SermonRange } from './events.ts'

/** A sermon in the shape of the wire. Verse ids are in the numbering of `version`; `book` is the English name. */
export type SermonItem = {
  readonly id: string
  readonly user_id: string
  readonly title: string
  readonly speaker: string
  readonly content: object
  readonly version: string
  readonly book: string
  readonly start_chapter: number
  readonly start_verse_id: number
  readonly end_chapter: number
  readonly end_verse_id: number
  readonly created_at: string
  readonly updated_at: string
  readonly revision: number
}

const rangeOnTheWire = ({ version, book, startChapter, startVerseId, endChapter, endVerseId }: SermonRange) => ({
  version,
  book,
  start_chapter: startChapter,
  start_verse_id: startVerseId,
  end_chapter: endChapter,
  end_verse_id: endVerseId,
})

/** The sermon after an event; null when there is none. The one mapping from event to item. */
export const sermonItem = (item: SermonItem | null, event: Placed<SermonEvent>): SermonItem | null => {
  const revision = Number(event.metadata.streamPosition)
  switch (event.type) {
    case 'SermonAdded': {
      const { sermonId: id, userId, title, speaker, content, addedAt } = event.data
      const times = { created_at: addedAt, updated_at: addedAt }
      return { id, user_id: userId, title, speaker, content, ...rangeOnTheWire(event.data), ...times, revision }
    }
    case 'SermonEdited': {
      const { title, speaker, content, editedAt } = event.data
      return item && { ...item, title, speaker, content, ...rangeOnTheWire(event.data), updated_at: editedAt, revision }
    }
    case 'SermonRemoved':
      return null
  }
}
