import { exportedItem } from '@pathlight/contracts/export.ts'
import type { ExportedKind } from '@pathlight/contracts/kind-shapes.ts'
import { itemAsOf, timeOf } from '@pathlight/domain/item-kind.ts'
import type { EventLog } from '@pathlight/event-log/event-log.ts'
import type { Document, ReadModelStore } from '@pathlight/read-models/read-model-store.ts'
import { backgroundPauses } from '@pathlight/stores/pauses.ts'
import pLimit from 'p-limit'
import { changesModel, LONGEST_CHANGE } from '../changes.ts'
import type { Kind } from '../kind.ts'
import { lengthOf, nextSlice, slicesOf } from '../list-page.ts'

export type Sources = {
  readonly readModels: ReadModelStore
  readonly log: Pick<EventLog, 'readEnds'>
}

/** How many streams of a history are read at the same time. Up to three events of each stream are in memory. */
const READ_AT_ONCE = 8

/** Exports of this process read one slice at a time. */
export const inTurn = pLimit(1)
/** Chooses the size of the next slice by the documents that were `seen`: few long documents, or many short ones. */
export const slicing = (longest: number) => {
  const { first, most } = slicesOf(longest)
  let limit = first
  return {
    limit: () => limit,
    seen: <D extends Document>(documents: readonly D[]): readonly D[] => {
      const length = documents.reduce((sum, document) => sum + lengthOf(document), 0)
      if (documents.length > 0) limit = nextSlice(most, documents.length, length)
      return documents
    },
  }
}

/** All of a person's items of a kind, in the order in which they were created. Memory holds one slice of them. */
export async function* itemsOf(
  kind: Kind,
  userId: string,
  { readModels, log }: Sources,
): AsyncGenerator<Readonly<Record<string, unknown>>> {
  if (kind.whole === null) {
    const { events } = await log.readEnds(kind.item.streams.name(userId))
    const [last] = events.slice(-1)
    const item = last && itemAsOf(kind.item, events, kind.item.idOf(last))
    if (item) yield item
    return
  }
  const documents = readModels.collection(kind.whole.model)
  const sized = slicing(kind.whole.longest)
  const pause = backgroundPauses()
  for (let after = ''; ; ) {
    const where = { user_id: userId, list_key: { gt: after } }
    const limit = sized.limit()
    const found = sized.seen(await inTurn(() => documents.find({ where, sort: [['list_key', 'asc']], limit })))
    yield* found
    const [last] = found.slice(-1)
    if (last === undefined || found.length < limit) return
    after = last.list_key
    await pause()
  }
}

/**
 * Every change of a person's items, oldest first, with the item after the change. The item is null where the change
 * removed it.
 */
export async function* changesOf(
  kinds: readonly Kind[],
  userId: string,
  { readModels, log }: Sources,
): AsyncGenerator<{ readonly kind: ExportedKind; readonly [field: string]: unknown }> {
  const byName = new Map(kinds.map((kind) => [kind.item.kind, kind]))
  const documents = readModels.collection(changesModel)
  const { most: limit } = slicesOf(LONGEST_CHANGE)
  const pause = backgroundPauses()
  for (let after = ''; ; ) {
    const where = { user_id: userId, list_key: { gt: after } }
    const found = await inTurn(() => documents.find({ where, sort: [['list_key', 'asc']], limit }))
    const asked = found.flatMap((change) => {
      const kind = byName.get(change.kind)?.item
      const key = kind?.keyOf(change.item_id) ?? null
      return kind && key !== null ? [{ ...change, item: kind, stream: kind.streams.name(userId, key) }] : []
    })
    for (let from = 0; from < asked.length; from += READ_AT_ONCE) {
      const some = asked.slice(from, from + READ_AT_ONCE)
      const read = ({ stream, revision }: (typeof some)[number]) => log.readEnds(stream, { upTo: BigInt(revision) })
      const ends = await inTurn(() => Promise.all(some.map(read)))
      await pause()
      for (const [n, { kind: name, item_id: id, revision, action, item: kind }] of some.entries()) {
        const { events = [] } = ends[n] ?? {}
        const [event] = events.slice(-1)
        if (event === undefined || Number(event.metadata.streamPosition) !== revision) continue
        const item = action === 'removed' ? null : itemAsOf(kind, events, id)
        yield { kind: name, id, revision, action, at: timeOf(event), item: item && exportedItem(name, item) }
      }
    }
    const [last] = found.slice(-1)
    if (last === undefined || found.length < limit) return
    after = last.list_key
    await pause()
  }
}
