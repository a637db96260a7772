import { randomUUID } from 'node:crypto'
import type { NoteAdded, NoteEdited } from '@pathlight/domain/notes/note-item.ts'
import { changes, changesModel, LONGEST_CHANGE, lastKnown } from '@pathlight/query/changes.ts'
import { readItemHistory } from '@pathlight/query/history/get-item-history.ts'
import { kinds } from '@pathlight/query/kinds.ts'
import { readPage } from '@pathlight/query/list-page.ts'
import { percentile, timed } from './figures.ts'
import { noteAdded, streamOf } from './note-events.ts'
import type { Profile } from './profiles.ts'
import { caughtUp, project } from './running-projections.ts'

const LONG_TEXT = '길'.repeat(200_000 / 3)
/** The most bytes of text in one append. The log's own limit is a megabyte. */
const APPEND_BYTES = 800_000
const MOST_AT_ONCE = 20
const FIRST_ROWS = 50
const TURNS = 40
const PAGE = 200
const EDITS = 99

/** Appends a note's first event and its edits, in several appends. */
const lifeOf = async (
  log: Profile['log'],
  added: NoteAdded & ReturnType<typeof noteAdded>,
  edits: number,
  text: string,
) => {
  const { noteId, userId, verseId, endVerseId, version } = added.data
  const stream = streamOf(added)
  const atOnce = Math.min(MOST_AT_ONCE, Math.floor(APPEND_BYTES / Buffer.byteLength(text)))
  await log.appendToStream(stream, [added])
  for (let done = 0; done < edits; done += atOnce) {
    const some = Array.from({ length: Math.min(atOnce, edits - done) }, (_, nth): NoteEdited => {
      const metadata = { ...added.metadata, messageId: randomUUID() }
      const words = { title: `Draft ${done + nth}`, text, editedAt: metadata.occurredAt }
      return {
        type: 'NoteEdited',
        data: { noteId, userId, verseId, endVerseId, version, ...words },
        metadata,
      } as NoteEdited
    })
    await log.appendToStream(stream, some)
  }
}

const begunBy = (userId: string) => {
  const added = noteAdded(0)
  return { ...added, data: { ...added.data, userId }, metadata: { ...added.metadata, userId } }
}

/** Measures how long the first rows of a person's history with `count` changes take. */
export async function measureFirstRows({ log, openStore }: Profile, count: number): Promise<Record<string, number>> {
  const userId = randomUUID()
  const queue = Array.from({ length: count / (EDITS + 1) }, () => begunBy(userId))
  await Promise.all(
    Array.from({ length: 8 }, async () => {
      for (let note = queue.pop(); note; note = queue.pop()) await lifeOf(log, note, EDITS, 'So loved.')
    }),
  )
  const store = openStore('histories')
  const live = project(log, store, [changes, lastKnown], 500)
  await caughtUp(store, await log.head())
  const documents = store.collection(changesModel)
  const firstRows: number[] = []
  for (let turn = 0; turn < TURNS; turn++)
    firstRows.push(
      await timed(async () => {
        const asked = { limit: FIRST_ROWS }
        const { items } = await readPage(documents, userId, asked, () => '', { longest: LONGEST_CHANGE })
        if (items.length !== FIRST_ROWS) throw new Error(`${items.length} rows came`)
      }),
    )
  await live.stop()
  return { 'first rows of 100,000 changes, p95': percentile(firstRows, 95) }
}

/**
 * Measures how long it takes to read `count` long revisions of one item page by page, and how much the memory grows
 * meanwhile.
 */
export async function measureLongHistory({ log }: Profile, count: number): Promise<Record<string, number>> {
  const userId = randomUUID()
  const long = begunBy(userId)
  const { noteId: id } = long.data
  await lifeOf(log, long, count - 1, LONG_TEXT)
  const note = kinds.find(({ item }) => item.kind === 'note')
  if (!note) throw new Error('There is no kind of notes')
  /** The greatest memory in the first and in the last quarter of the reading, in MB. */
  const peaks = { first: 0, last: 0 }
  let revisions = 0
  const read = await timed(async () => {
    for (let before: number | undefined | null; before !== null; ) {
      const page = await readItemHistory(log, note.item, { userId, id, before: before ?? undefined, limit: PAGE })
      revisions += page.revisions.length
      const held = process.memoryUsage().rss / 2 ** 20
      if (revisions < count / 4) peaks.first = Math.max(peaks.first, held)
      if (revisions > (count * 3) / 4) peaks.last = Math.max(peaks.last, held)
      before = page.next
    }
  })
  if (revisions !== count) throw new Error(`${revisions} revisions came`)
  return {
    '10,000 revisions of 200 KB read to the end': read / 1_000,
    'memory in the last quarter of them ÷ in the first': peaks.last / peaks.first,
  }
}
