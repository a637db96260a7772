import type { HistoryKind } from '@pathlight/contracts/kind-rules.ts'
import type { Collection, Document } from '@pathlight/read-models/read-model-store.ts'
import { type Listed, lengthOf, nextSlice, slicesOf } from '../list-page.ts'
import type { Searched } from './searched.ts'

/** The documents of a kind. `longest`: the length of the longest item, in characters. */
export type Source = {
  /** The kind's name in histories. */
  readonly kind: HistoryKind
  readonly searched: Searched
  readonly documents: Collection<Document & Listed>
  readonly longest: number
}
export type Entry = {
  readonly document: Document & Listed
  readonly source: Source
  /** Roughly the document's length, in characters. */
  readonly length: number
}

const keyOf = (ready: readonly Entry[]): string => ready.at(-1)?.document.list_key ?? ''

/**
 * A person's documents of one source before the key `after`, newest first. Each call answers the next slice, and after
 * the last slice an empty one.
 */
const slicesBefore = (source: Source, userId: string, after: string | undefined) => {
  const { documents, longest } = source
  const { first, most } = slicesOf(longest)
  let [last, size, taken, ends] = [after, first, 0, false]
  let coming: Promise<(Document & Listed)[]> | null = null
  const fetch = () =>
    documents.find({
      where: { user_id: userId, ...(last !== undefined && { list_key: { lt: last } }) },
      sort: [['list_key', 'desc']],
      limit: size,
    })
  return async (): Promise<Entry[]> => {
    if (ends) return []
    const found = await (coming ?? fetch())
    coming = null
    ends = found.length < size
    last = found.at(-1)?.list_key ?? last
    const entries = found.map((document): Entry => ({ document, source, length: lengthOf(document) }))
    const length = entries.reduce((sum, entry) => sum + entry.length, 0)
    size = nextSlice(most, found.length, length)
    taken += 1
    if (!ends && taken > 1) {
      // From the second slice on, the next slice is read while this slice is used. An error of the reading is thrown
      // when the next slice is requested.
      coming = fetch()
      coming.catch(() => undefined)
    }
    return entries
  }
}

/**
 * A person's documents of all sources before the key `after`, newest first. A list key begins with a position of the
 * log, so all kinds share one order and one cursor. Each step yields a batch, because an await for each of ten thousand
 * documents would cost as much as the search.
 */
export async function* newestFirst(
  sources: readonly Source[],
  userId: string,
  after: string | undefined,
): AsyncGenerator<readonly Entry[], undefined> {
  const streams = sources.map((source) => ({
    next: slicesBefore(source, userId, after),
    // In reversed order: the next document is the last of this array.
    ready: [] as Entry[],
  }))
  const fill = async (stream: (typeof streams)[number]) => {
    if (stream.ready.length === 0) stream.ready = (await stream.next()).reverse()
  }
  for (;;) {
    await Promise.all(streams.map(fill))
    const left = streams.filter(({ ready }) => ready.length > 0)
    if (left.length === 0) return
    const entries: Entry[] = []
    // When a source has no document ready, its next document may be newer than those of the other sources, so the batch
    // ends.
    while (left.every(({ ready }) => ready.length > 0)) {
      const newest = left.reduce((one, other) => (keyOf(other.ready) > keyOf(one.ready) ? other : one))
      const entry = newest.ready.pop()
      if (entry) entries.push(entry)
    }
    yield entries
  }
}
