import {
  HISTORY_LENGTH,
  historyParams,
  itemHistory,
  itemHistoryQuery,
  type Revision,
} from '@pathlight/contracts/history.ts'
import { LIST_BYTES_MAX } from '@pathlight/contracts/lists.ts'
import { type AnyItemKind, asShown, uuidKey } from '@pathlight/domain/item-kind.ts'
import type { EventLog, Recorded } from '@pathlight/event-log/event-log.ts'
import { HttpProblem } from '@pathlight/http/problem.ts'
import type { App } from '@pathlight/http/server.ts'
import { signedIn } from '@pathlight/http/session.ts'
import type { QueryDependencies } from '../dependencies.ts'
import { nameDevices } from './devices.ts'

type ReadableLog = Pick<EventLog, 'readStream' | 'readEnds'>

const notFound = () => new HttpProblem(404, 'history_not_found', 'There is no such history.')

/**
 * `newestFirst` reads FIRST_EVENTS events first, and then slices of about SLICE_BYTES, but at most EVENTS_MAX events.
 * Events may be long, and memory must stay small.
 */
const FIRST_EVENTS = 2
const EVENTS_MAX = 100
const SLICE_BYTES = 130_000

/** The events of a stream before a revision (undefined: all), newest first, each with its length in bytes. */
async function* newestFirst(log: ReadableLog, stream: string, before: bigint | undefined) {
  let last = FIRST_EVENTS
  for (let end = before; ; ) {
    const { events } = await log.readStream(stream, { last, before: end })
    let bytes = 0
    for (const event of events.toReversed()) {
      const size = Buffer.byteLength(JSON.stringify(event.data))
      bytes += size
      yield { event, size }
    }
    end = events[0]?.metadata.streamPosition
    if (end === undefined || end === 1n) return
    last = Math.max(1, Math.min(EVENTS_MAX, Math.floor((SLICE_BYTES * events.length) / Math.max(1, bytes))))
  }
}

type Found = { readonly event: Recorded; item: object | null }

/**
 * The revisions of an item before the revision `before`, newest first, each with the item as it was then. Answers at
 * most `limit` revisions and LIST_BYTES_MAX bytes, but at least one revision.
 */
export const readItemHistory = async (
  log: ReadableLog,
  kind: AnyItemKind,
  { userId, id, before, limit }: { userId: string; id: string; before: number | undefined; limit: number },
): Promise<{ revisions: readonly (Found & { item: object })[]; next: number | null }> => {
  const key = kind.keyOf(id)
  if (key === null) return { revisions: [], next: null }
  const stream = kind.streams.name(userId, key)
  const [first] = (await log.readEnds(stream, { upTo: 1n })).events
  // Only the first event has the fields that no edit changes: owner, verses and time of creation.
  const base = first && kind.idOf(first) === id ? kind.itemAfter(null, first) : null
  const revisions: Found[] = []
  let bytes = 0
  let more = false
  for await (const { event, size } of newestFirst(log, stream, before === undefined ? undefined : BigInt(before))) {
    if (kind.idOf(event) !== id) continue
    const item: object | null = kind.itemAfter(base, event)
    // The loop goes back in time. A removal has no item of its own, so it shows the item after this earlier event.
    const removal = revisions.at(-1)
    if (removal?.item === null && item !== null) {
      removal.item = item
      bytes += size
    }
    if (revisions.length >= limit || (revisions.length > 0 && bytes + size > LIST_BYTES_MAX)) {
      more = true
      break
    }
    revisions.push({ event, item })
    bytes += size
  }
  const shown = revisions.flatMap(({ event, item }) => (item === null ? [] : [{ event, item }]))
  const next = more ? Number(shown.at(-1)?.event.metadata.streamPosition ?? 0) : null
  return { revisions: shown, next }
}

/** Answers the revisions of the person's own item, newest first, from the log. So the latest write is there at once. */
export const getItemHistory = (app: App, url: string, dependencies: QueryDependencies) => {
  const { log, sessions, kinds, deviceLabels } = dependencies
  app.get(
    url,
    {
      onRequest: sessions.requireUser,
      schema: {
        summary: 'Every revision of one of my items, newest first',
        params: historyParams,
        querystring: itemHistoryQuery,
        response: { 200: itemHistory },
      },
    },
    async (request) => {
      const { kind: name, id } = request.params
      const session = signedIn(request)
      const kind = kinds.find(({ item }) => item.kind === name)
      if (!kind) throw notFound()
      const { before, limit = HISTORY_LENGTH } = request.query
      const asked = { userId: session.userId, id: uuidKey(id) ?? id, before, limit }
      const { revisions, next } = await readItemHistory(log, kind.item, asked)
      if (revisions.length === 0 && before === undefined) throw notFound()
      const deviceOf = await nameDevices(deviceLabels, session)
      const onWire = (kind.onWire ?? ((item: object) => asShown(kind.item, item))) as (item: object) => object
      return {
        revisions: revisions.map(
          ({ event: { type, metadata }, item }): Revision => ({
            revision: Number(metadata.streamPosition),
            at: metadata.occurredAt,
            action: kind.item.events[type]?.action ?? 'edited',
            device: deviceOf(metadata.deviceId),
            item: onWire(item),
          }),
        ),
        next,
      }
    },
  )
}
