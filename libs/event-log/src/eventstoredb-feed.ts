import {
  type AllStreamResolvedEvent,
  type AllStreamSubscription,
  type EventStoreDBClient,
  type Position,
  START,
  streamNameFilter,
  UnknownError,
} from '@eventstore/db-client'
import { StoreUnavailable } from '@pathlight/stores/store-unavailable.ts'
import type { Batch, Recorded } from './event-log.ts'
import { collect } from './eventstoredb-calls.ts'
import { recordedEvents } from './eventstoredb-recorded.ts'
import { bell, patiently, pauseAfter, unlessAborted } from './patience.ts'

type FeedOptions = {
  readonly client: EventStoreDBClient
  readonly prefix: string
  readonly head: () => Promise<bigint>
  readonly after: bigint
  readonly size: number
  readonly live: boolean
  readonly stop: AbortSignal
  readonly timeoutMs: number
  readonly heartbeatMs: number
  readonly onTrouble: (error: unknown) => void
}

/** Most events that one read asks for and, as far as the last page foretells, characters of JSON that it brings. */
const LARGEST_PAGE = 1_000
const PAGE_CHARACTERS = 8_000_000
/** A checkpoint of the subscription for each 32 × 32 events of others that it passed. */
const CHECKPOINT_INTERVAL = 32

/**
 * The global feed: reads page after page until it has caught up, then, if it is to be live, subscribes to our streams.
 * A subscription never mends itself: whatever happens to it, it is dropped and the feed reads on from where it is. The
 * tail is known from reading backward, not from `caughtUp`, which servers before 23.10 do not send.
 */
export async function* eventStoreDbFeed(options: FeedOptions): AsyncGenerator<Batch> {
  const { head, after, live, stop, onTrouble } = options
  const until = live ? null : await patiently(head, stop, onTrouble)
  let cursor = after
  for (let failures = 0; !stop.aborted; failures++) {
    if (until !== null && cursor >= until) return
    for await (const batch of catchUp(options, cursor, until)) {
      yield batch
      cursor = batch.position
      failures = 0
    }
    if (!live) return
    if (failures > 0) await pauseAfter(failures, stop)
    for await (const batch of subscribed(options, cursor)) {
      yield batch
      cursor = batch.position
      failures = 0
    }
  }
}

/** Ends when a page was not full, or at `until`. */
async function* catchUp(
  { client, prefix, size, stop, timeoutMs, head, onTrouble }: FeedOptions,
  after: bigint,
  until: bigint | null,
): AsyncGenerator<Batch> {
  // A server that stops and a position that is none of its own look alike.
  let refusals = 0
  const readPage = async (from: bigint, count: number) => {
    // Reading forward includes the position it begins at, which was given out before.
    const records = await collect<AllStreamResolvedEvent>(
      timeoutMs,
      client.readAll({ fromPosition: from === 0n ? START : at(from), maxCount: count + 1 }),
    ).catch(async (error: unknown) => {
      const cause = error instanceof StoreUnavailable ? error.cause : error
      if (!(cause instanceof UnknownError)) throw error
      if (++refusals < 3) throw new StoreUnavailable('EventStoreDB', cause)
      await head() // a server that is going down fails here, too
      throw new Error(`EventStoreDB refuses to read on from ${from}: no event of this log is there`, { cause })
    })
    refusals = 0
    if (records.length === 0 && from > 0n) throw setBack(from)
    const last = records.at(-1)?.event?.position.commit ?? from
    const events = recordedEvents(records, prefix).filter(
      ({ metadata: { globalPosition } }) => globalPosition > from && (until === null || globalPosition <= until),
    )
    return { events, last, full: records.length > count }
  }
  const fetch = (from: bigint, count: number) => {
    const page = patiently(() => readPage(from, count), stop, onTrouble)
    page.catch(() => undefined) // thrown where it is awaited, which is later than it is asked for
    return page
  }

  let count = Math.min(size, LARGEST_PAGE)
  let next = fetch(after, count)
  while (!stop.aborted) {
    const page = await next
    if (!page) return
    const { events, last } = page
    count = Math.max(1, Math.min(LARGEST_PAGE, 2 * count, Math.floor(PAGE_CHARACTERS / averageSize(events))))
    const more = page.full && (until === null || last < until)
    if (more) next = fetch(last, count)
    for (let start = 0; start < events.length && !stop.aborted; start += size) {
      const part = events.slice(start, start + size)
      yield { events: part, position: part.at(-1)?.metadata.globalPosition ?? last }
    }
    // A page of others' events: the checkpoint moves, so that they need not be read again.
    if (events.length === 0 && more) yield { events, position: last }
    if (!more) return
  }
}

/** What a live subscription brings, until it fails or falls silent. */
async function* subscribed(
  { client, prefix, size, stop, timeoutMs, heartbeatMs, head, onTrouble }: FeedOptions,
  after: bigint,
): AsyncGenerator<Batch> {
  let buffer: Recorded[] = []
  let received = after
  let checkpoint = after
  let failed = false
  const news = bell()

  const subscription: AllStreamSubscription = client.subscribeToAll({
    fromPosition: after === 0n ? START : at(after),
    filter: streamNameFilter({
      prefixes: [prefix],
      checkpointInterval: CHECKPOINT_INTERVAL,
      // Must not throw: the subscription would stall.
      checkpointReached: (_, position: Position) => {
        checkpoint = position.commit
        news.ring()
      },
    }),
  })
  const fail = (error?: unknown) => {
    if (!failed && error !== undefined) onTrouble(error)
    failed = true
    news.ring()
  }
  subscription.on('data', (resolved) => {
    buffer.push(...recordedEvents([resolved], prefix))
    received = resolved.event?.position.commit ?? received
    // The server waits, by flow control, while the consumer works.
    if (buffer.length >= 2 * size) subscription.pause()
    news.ring()
  })
  // Stays on for good: the client may report one broken connection several times.
  subscription.on('error', fail)
  subscription.on('end', () => fail())
  subscription.on('close', () => fail())

  let cursor = after
  try {
    while (!stop.aborted) {
      if (buffer.length > 0) {
        const events = buffer.slice(0, size)
        buffer = buffer.slice(size)
        cursor = events.at(-1)?.metadata.globalPosition ?? cursor
        yield { events, position: cursor }
        if (buffer.length < size) subscription.resume()
      } else if (failed) {
        return
      } else if (checkpoint > cursor && subscription.readableLength === 0) {
        // A checkpoint runs ahead of events that are still on their way to us: it counts once there are none.
        cursor = checkpoint
        yield { events: [], position: cursor }
      } else {
        const heard = await news.heard(news.rings(), heartbeatMs, stop)
        if (!heard && !stop.aborted && !(await nothingToHear())) return
      }
    }
  } finally {
    failed = true
    subscription.unsubscribe().catch(() => undefined)
  }

  /**
   * A frozen server, a lost subscription and a log that was set back behind us all say nothing: asks whether the log has gone
   * on without us, and whether it still holds what we had of it last. Throws when it does not.
   */
  async function nothingToHear(): Promise<boolean> {
    const seen = news.rings()
    try {
      const last = await unlessAborted(head(), stop)
      if (last === null) return true
      if (last <= received) {
        const there = received === 0n ? null : await unlessAborted(recordAt(received), stop)
        if (there === false) throw setBack(received)
        return true
      }
      // It may be on its way this moment.
      if (await news.heard(seen, timeoutMs, stop)) return true
      onTrouble(new Error(`The subscription is silent at ${received} while the log is at ${last}`))
    } catch (error) {
      if (error instanceof LogSetBack) throw error
      onTrouble(error)
    }
    return false
  }

  /** Whether there still is an event of anybody's from this position on. */
  async function recordAt(position: bigint): Promise<boolean> {
    const reading = client.readAll({ fromPosition: at(position), maxCount: 1 })
    return (await collect<AllStreamResolvedEvent>(timeoutMs, reading)).length > 0
  }
}

/** A server accepts a position past its end, and would show nothing until its log has grown beyond it. */
class LogSetBack extends Error {}
const setBack = (position: bigint) =>
  new LogSetBack(
    `EventStoreDB holds nothing from ${position} on, where this log had an event: it was set back to an older state, or is another one`,
  )

/**
 * The position of an event that was written by an append: both its parts are the same. A checkpoint may say 0 for its second
 * part; it is then where a page begins that the server has passed, so that nothing unseen is at it.
 */
const at = (position: bigint): Position => ({ commit: position, prepare: position })

/** In characters of JSON, from every 16th event; 1 when there is none. */
function averageSize(events: readonly Recorded[]): number {
  const sample = events.filter((_, index) => index % 16 === 0)
  return sample.reduce((sum, event) => sum + JSON.stringify(event.data).length, 1) / Math.max(1, sample.length)
}
