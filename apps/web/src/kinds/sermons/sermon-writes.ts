import type { Editable } from '@pathlight/contracts/kind-rules.ts'
import type { Sermon } from '@pathlight/contracts/sermons.ts'
import type { WriteKind } from '../../api/pending-write.ts'
import { pendingWrites } from '../../api/pending-writes.ts'
import { touchesOnVerses } from '../../study/touches-on-verses.ts'

/** A sermon as this device has it. In overlays and on the list page it lacks the content. */
export type SermonItem = Omit<Sermon, 'content'> & {
  readonly content?: object
  /** The beginning of the content as plain text. */
  readonly excerpt?: string
  /** The ids of the first and last verse in the numbering of the version that was asked for. */
  readonly shown_from?: number
  readonly shown_to?: number
}

/** A saved sermon. Its verses may have changed, so its own verses replace the overlay's `shown_from` and `shown_to`. */
const placed = (sermon: SermonItem): SermonItem => ({
  ...sermon,
  shown_from: sermon.start_verse_id,
  shown_to: sermon.end_verse_id,
})

/** The editable fields of a sermon, named as in the calls. The sermon must have its content. */
export const wordsOfSermon = ({
  title,
  speaker,
  content = {},
  version,
  book,
  tags,
  ...range
}: SermonItem): Editable['sermon'] => ({
  title,
  speaker,
  content,
  version,
  book,
  startChapter: range.start_chapter,
  startVerseId: range.start_verse_id,
  endChapter: range.end_chapter,
  endVerseId: range.end_verse_id,
  tags,
})

/** How a sermon is sent to the server, and which queries a write changes. */
export const sermonWrites: WriteKind<SermonItem> = pendingWrites.register<SermonItem>({
  name: 'sermons',
  history: 'sermon',
  call: ({ base, wanted }) => {
    if (wanted === null) return { method: 'DELETE', path: `/api/sermon/${base.id}` }
    const words = wordsOfSermon(wanted)
    const body = { verseId: words.startVerseId, ...words }
    return base === null
      ? { method: 'POST', path: '/api/sermon/', body: { id: wanted.id, ...body } }
      : { method: 'PUT', path: `/api/sermon/${wanted.id}`, body }
  },
  saved: (answer) => {
    const { newSermon, verseId: _verseId, ...edited } = answer as { newSermon?: Sermon; verseId: number } & Sermon
    return placed(newSermon ?? edited)
  },
  touches: touchesOnVerses('sermons'),
})
