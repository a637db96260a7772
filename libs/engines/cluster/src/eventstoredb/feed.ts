import {
  type AllStreamResolvedEvent,
  type AllStreamSubscription,
  type EventStoreDBClient,
  type Position,
  START,
  streamNameFilter,
} from '@eventstore/db-client'
import { type Batch, type EventPlace, FeedBroken, lastPlace, type Recorded } from '@pathlight/event-log/event-log.ts'
import { LARGEST_PAGE, pageByPage } from '@pathlight/event-log/paging.ts'
import { bell, patiently, pauseAfter, unlessAborted } from '@pathlight/event-log/patience.ts'
import { StoreUnavailable } from '@pathlight/stores/store-unavailable.ts'
import { collect, REFUSALS, refusalOf } from './calls.ts'
import { lengthOf, recordedEvents } from './recorded.ts'

type FeedOptions = {
  readonly client: EventStoreDBClient
  readonly prefix: string
  readonly head: () => Promise<bigint>
  readonly idAt: (position: bigint) => Promise<string | null>
  readonly after: bigint
  /** The last event that the feed gave out, if it is known. */
  readonly known?: EventPlace | null
  readonly size: number
  readonly live: boolean
  readonly until?: bigint
  readonly stop: AbortSignal
  readonly timeoutMs: number
  readonly heartbeatMs: number
  readonly onTrouble: (error: unknown) => void
}

/** A checkpoint of the subscription for each 32 × 32 events of other programs. */
const CHECKPOINT_INTERVAL = 32

/**
 * The global feed: reads page after page until it has caught up. A live feed then subscribes to our streams. After any failure of a
 * subscription the feed drops it and reads on from its position. The end of the log is known from reading backward, not from
 * `caughtUp`, which servers before 23.10 do not send.
 */
export async function* eventStoreDbFeed(options: FeedOptions): AsyncGenerator<Batch> {
  const { head, after, live, stop, onTrouble } = options
  const until = live ? null : (options.until ?? (await patiently(head, stop, onTrouble)))
  let cursor = after
  let known = options.known ?? null
  for (let failures = 0; !stop.aborted; failures++) {
    if (until !== null && cursor >= until) return
    for await (const batch of catchUp({ ...options, after: cursor, known }, until)) {
      yield batch
      cursor = batch.position
      known = lastPlace(batch.events) ?? known
      failures = 0
    }
    if (!live) return
    if (failures > 0) await pauseAfter(failures, stop)
    let isJoined = known === null
    for await (const batch of subscribed(options, cursor)) {
      // Checked once for each subscription. A subscription ends with its connection, and a log is set back only while the server
      // is stopped.
      if (known !== null && !isJoined) {
        const { position } = known
        const id = await patiently(() => options.idAt(position), stop, onTrouble)
        if (stop.aborted) return
        if (id !== known.id) throw new FeedBroken(known)
        isJoined = true
      }
      yield batch
      cursor = batch.position
      known = lastPlace(batch.events) ?? known
      failures = 0
    }
  }
}

/** Ends after a page that is not full, or at `until`. */
function catchUp(
  { client, prefix, timeoutMs, head, idAt, known: given = null, ...paging }: FeedOptions,
  until: bigint | null,
): AsyncGenerator<Batch> {
  let known = given
  // A stopping server and an unknown position give the same answer.
  let refusals = 0
  return pageByPage(paging, async (from, count) => {
    let length = 0
    const isEnough = (record: AllStreamResolvedEvent) => {
      // A forward read includes the position where it begins, whose event was given out before.
      if ((record.event?.position.commit ?? 0n) > from) length += lengthOf(record)
      return length >= LARGEST_PAGE
    }
    const records = await collect<AllStreamResolvedEvent>(
      timeoutMs,
      client.readAll({ fromPosition: from === 0n ? START : at(from), maxCount: count + 1 }),
      isEnough,
    ).catch(async (error: unknown) => {
      const cause = refusalOf(error)
      if (cause === null) throw error
      if (++refusals < REFUSALS) throw new StoreUnavailable('EventStoreDB', cause)
      await head() // a server that is going down fails here, too
      throw new Error(`EventStoreDB refuses to read on from ${from}: no event of this log is there`, { cause })
    })
    refusals = 0
    if (records.length === 0 && from > 0n) throw setBack(from)
    // If the page does not begin with the known event, the feed asks for that event after it read the page. A log that has the
    // event after the page had it before, too.
    if (known !== null) {
      const id = from === known.position ? records[0]?.event?.id : await idAt(known.position)
      if (id !== known.id) throw new FeedBroken(known)
    }
    const last = records.at(-1)?.event?.position.commit ?? from
    const position = until !== null && until < last ? until : last
    const events = recordedEvents(records, prefix).filter(
      ({ metadata: { globalPosition } }) => globalPosition > from && globalPosition <= position,
    )
    known = lastPlace(events) ?? known
    const isFull = records.length > count || length >= LARGEST_PAGE
    return { events, position, more: isFull && position !== until }
  })
}

/** The events of a live subscription, until it fails or falls silent. */
async function* subscribed(
  { client, prefix, size, stop, timeoutMs, heartbeatMs, head, onTrouble }: FeedOptions,
  after: bigint,
): AsyncGenerator<Batch> {
  let buffer: Recorded[] = []
  /** Roughly the characters of the events that came since the buffer was empty. */
  let length = 0
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
    length += lengthOf(resolved)
    received = resolved.event?.position.commit ?? received
    // The server waits, by flow control, while the consumer is busy.
    if (buffer.length >= 2 * size || length >= LARGEST_PAGE) subscription.pause()
    news.ring()
  })
  // Never removed: the client may report one broken connection several times.
  subscription.on('error', fail)
  subscription.on('end', () => fail())
  subscription.on('close', () => fail())

  let cursor = after
  try {
    while (!stop.aborted) {
      if (buffer.length > 0) {
        const events = buffer.slice(0, size)
        buffer = buffer.slice(size)
        if (buffer.length === 0) length = 0
        cursor = events.at(-1)?.metadata.globalPosition ?? cursor
        yield { events, position: cursor }
        if (buffer.length < size) subscription.resume()
      } else if (failed) {
        return
      } else if (checkpoint > cursor && subscription.readableLength === 0) {
        // A checkpoint may be ahead of events that are still on their way, so it counts once none are left.
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
   * A frozen server, a lost subscription and a log that was set back are all silent. Checks whether the log has gone on without
   * us, and whether it still has our last event. Throws if it has lost that event.
   */
  async function nothingToHear(): Promise<boolean> {
    const rings = news.rings()
    try {
      const last = await unlessAborted(head(), stop)
      if (last === null) return true
      if (last <= received) {
        const hasRecord = received === 0n ? null : await unlessAborted(recordAt(received), stop)
        if (hasRecord === false) throw setBack(received)
        return true
      }
      // The missing event may be on its way.
      if (await news.heard(rings, timeoutMs, stop)) return true
      onTrouble(new Error(`The subscription is silent at ${received} while the log is at ${last}`))
    } catch (error) {
      if (error instanceof PositionGone) throw error
      onTrouble(error)
    }
    return false
  }

  /** Whether there is an event of any log from this position on. */
  async function recordAt(position: bigint): Promise<boolean> {
    const reading = client.readAll({ fromPosition: at(position), maxCount: 1 })
    return (await collect<AllStreamResolvedEvent>(timeoutMs, reading)).length > 0
  }
}

/** A server accepts a position past its end, and would send nothing until the log has grown beyond it. */
class PositionGone extends Error {}
const setBack = (position: bigint) =>
  new PositionGone(
    `EventStoreDB holds nothing from ${position} on, where this log had an event: it was set back to an older state, or is another one`,
  )

/**
 * The position of an event from an append: both parts are equal. A checkpoint may have 0 as its second part. It is then the
 * beginning of a page that the server has passed, so no unseen event is at it.
 */
export const at = (position: bigint): Position => ({ commit: position, prepare: position })
