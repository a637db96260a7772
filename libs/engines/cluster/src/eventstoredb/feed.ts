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
  /** The last event that the feed's reader received earlier, if the reader knows it. */
  readonly known?: EventPlace | null
  readonly size: number
  readonly live: boolean
  readonly until?: bigint
  readonly stop: AbortSignal
  readonly timeoutMs: number
  readonly heartbeatMs: number
  readonly onTrouble: (error: unknown) => void
}

/**
 * While the server passes over events of other programs, it sends a checkpoint after this many filter windows. A window
 * has 32 events, so a checkpoint comes after 32 × 32 events.
 */
const CHECKPOINT_INTERVAL = 32

/**
 * The feed of all streams of this log. It reads page after page until it has caught up with the log. A live feed then
 * subscribes. After any failure of the subscription, it reads pages again, from its last position. The feed finds the
 * end of the log by a backward read, because servers before 23.10 send no `caughtUp`.
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
      // One check at the first batch of a subscription suffices. A log can be set back only while the server is
      // stopped, and the stop ends the subscription.
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

/** Reads pages until one is not full, the position `until` is reached, or `stop` aborts. */
function catchUp(
  { client, prefix, timeoutMs, head, idAt, known: given = null, ...paging }: FeedOptions,
  until: bigint | null,
): AsyncGenerator<Batch> {
  let known = given
  // The server answers a read from an unknown position in the same way as any read while it stops. So refusals are
  // counted (see `refusalOf`).
  let refusals = 0
  return pageByPage(paging, async (from, count) => {
    let length = 0
    const isEnough = (record: AllStreamResolvedEvent) => {
      // A forward read includes the event at the position where it begins. The feed has delivered this event already.
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
      await head() // Throws if the server is stopping
      throw new Error(`EventStoreDB refuses to read on from ${from}: no event of this log is there`, { cause })
    })
    refusals = 0
    if (records.length === 0 && from > 0n) throw setBack(from)
    // After each page, checks that the log still has the last known event. If the log has the event now, the log also
    // had it when the page was read.
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

/** The events of a live subscription, until it fails, misses events (`nothingToHear`), or `stop` aborts. */
async function* subscribed(
  { client, prefix, size, stop, timeoutMs, heartbeatMs, head, onTrouble }: FeedOptions,
  after: bigint,
): AsyncGenerator<Batch> {
  let buffer: Recorded[] = []
  /** Roughly the number of characters in the events that came since the buffer was last empty. */
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
      // This function must not throw, because the subscription would stop.
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
    // While the consumer is busy and the subscription is paused, flow control makes the server wait.
    if (buffer.length >= 2 * size || length >= LARGEST_PAGE) subscription.pause()
    news.ring()
  })
  // This listener is never removed: the client may report one broken connection several times, and an error without a
  // listener would end the process.
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
        // When the client reports a checkpoint, earlier events may still wait in the subscription. So the feed delivers
        // the checkpoint's position only when no event waits there.
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
   * Whether the silence of the subscription is normal: the log has no event after the last received one, or a later
   * event has arrived by now. Throws PositionGone if the log was set back and has no event from the received one on.
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
      // The log has a later event, which may still arrive.
      if (await news.heard(rings, timeoutMs, stop)) return true
      onTrouble(new Error(`The subscription is silent at ${received} while the log is at ${last}`))
    } catch (error) {
      if (error instanceof PositionGone) throw error
      onTrouble(error)
    }
    return false
  }

  /** Whether the log has an event, ours or another program's, at this position or later. */
  async function recordAt(position: bigint): Promise<boolean> {
    const reading = client.readAll({ fromPosition: at(position), maxCount: 1 })
    return (await collect<AllStreamResolvedEvent>(timeoutMs, reading)).length > 0
  }
}

/**
 * The log has no event at a position or after it. The server would accept a subscription from this position, and send
 * nothing until the log has grown beyond it.
 */
class PositionGone extends Error {}
const setBack = (position: bigint) =>
  new PositionGone(
    `EventStoreDB holds nothing from ${position} on, where this log had an event: it was set back to an older state, or is another one`,
  )

/**
 * A position in the client's form. Both parts get the same number, because the events of an append have the same number
 * in both. A checkpoint's second part may be 0, and is not used. A read from the resulting position skips no unseen
 * event.
 */
export const at = (position: bigint): Position => ({ commit: position, prepare: position })
