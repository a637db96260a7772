import type { KindName } from '@pathlight/domain/item-kind.ts'
import type { Collection, Document } from '@pathlight/read-models/read-model-store.ts'
import { type Listed, lengthOf, nextSlice, slicesOf } from '../list-page.ts'
import type { Searched } from './searched.ts'

/** The documents of a kind, and how long one may be. */
export type Source = {
  /** What histories call it. */
  readonly kind: KindName
  readonly searched: Searched
  readonly documents: Collection<Document & Listed>
  readonly longest: number
}
export type Entry = { readonly document: Document & Listed; readonly source: Source }

/**
 * The documents of a person in one source before the key `after`, newest first. Each call answers the next slice; after
 * the last it has none.
 */
const slicesBefore = ({ documents, longest }: Source, userId: string, after: string | undefined) => {
  const { first, most } = slicesOf(longest)
  let [last, size, taken, ends] = [after, first, 0, false]
  let coming: Promise<(Document & Listed)[]> | null = null
  const fetch = () =>
    documents.find({
      where: { user_id: userId, ...(last !== undefined && { list_key: { lt: last } }) },
      sort: [['list_key', 'desc']],
      limit: size,
    })
  return async (): Promise<(Document & Listed)[]> => {
    if (ends) return []
    const found = await (coming ?? fetch())
    coming = null
    ends = found.length < size
    last = found.at(-1)?.list_key ?? last
    const length = found.reduce((sum, document) => sum + lengthOf(document), 0)
    size = nextSlice(most, found.length, length)
    taken += 1
    if (!ends && taken > 1) {
      // The first slice was not enough: the next one comes while this one is looked through. If that fails, the error
      // is met when the slice is asked for.
      coming = fetch()
      coming.catch(() => undefined)
    }
    return found
  }
}

/**
 * The documents of a person in all sources before the key `after`, newest first. A list's key is a position of the log, so those of
 * all kinds have one order, and one cursor goes through all of them.
 */
export async function* newestFirst(sources: readonly Source[], userId: string, after: string | undefined) {
  const streams = sources.map((source) => ({
    source,
    next: slicesBefore(source, userId, after),
    // The next one is taken from the end.
    ready: [] as (Document & Listed)[],
  }))
  const fill = async (stream: (typeof streams)[number]) => {
    if (stream.ready.length === 0) stream.ready = (await stream.next()).toReversed()
  }
  for (;;) {
    if (streams.some(({ ready }) => ready.length === 0)) await Promise.all(streams.map(fill))
    let newest: (typeof streams)[number] | undefined
    for (const stream of streams) {
      const [key, other] = [stream.ready.at(-1)?.list_key, newest?.ready.at(-1)?.list_key]
      if (key !== undefined && (other === undefined || key > other)) newest = stream
    }
    const document = newest?.ready.pop()
    if (!newest || !document) return
    const entry: Entry = { document, source: newest.source }
    yield entry
  }
}
