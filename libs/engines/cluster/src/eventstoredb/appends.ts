import { isDeepStrictEqual } from 'node:util'
import { type EventStoreDBClient, jsonEvent, WrongExpectedVersionError } from '@eventstore/db-client'
import {
  type Appended,
  type AppendOptions,
  InvalidEvent,
  LOOK_BACK,
  type Recorded,
  VersionConflict,
} from '@pathlight/event-log/event-log.ts'
import { repeatedly } from '@pathlight/event-log/patience.ts'
import type { StorableEvent } from '@pathlight/event-log/storable-events.ts'
import pLimit from 'p-limit'
import { within } from './calls.ts'

export type EventStoreDbAppends = {
  append(streamName: string, events: readonly StorableEvent[], options: AppendOptions): Promise<Appended>
  /** Resolves when every pending append has ended. */
  idle(): Promise<unknown>
}

type Options = {
  readonly client: EventStoreDBClient
  readonly prefix: string
  /** Events of a stream after a version, oldest first. */
  readonly read: (streamName: string, after: bigint, maxCount?: number) => Promise<Recorded[]>
  /** The last events of a stream, oldest first. */
  readonly readBack: (streamName: string, maxCount: number) => Promise<Recorded[]>
  readonly timeoutMs: number
}

/**
 * The most appends at once. The client sends at most 16 at once over its gRPC stream, and queues the others. If the
 * connection breaks, the client rejects the queued appends where no code can catch the rejection, and Node ends the
 * process. So no append may be queued.
 */
const APPENDS_AT_ONCE = 15
/**
 * The deadline of an append in milliseconds. The server compares the deadline with its own clock, which may differ from
 * this machine's clock by more than the client's default deadline of 10 s. An hour is safe. The caller does not wait so
 * long, but only `timeoutMs`.
 */
const DEADLINE_MS = 3_600_000
/**
 * An append whose caller has stopped waiting still counts among APPENDS_AT_ONCE until the client has finished it, at
 * most for this time in milliseconds.
 */
const SURELY_LOST_MS = 60_000

/**
 * Appends that recognise repeats. The server alone does not recognise every repeat: it accepts an event twice if the
 * second append expects another revision. So every append expects an exact revision. An append first searches the
 * stream's last events for the ids of its own events, unless the caller expects a version and says that the ids are
 * new.
 */
export function eventStoreDbAppends({ client, prefix, read, readBack, timeoutMs }: Options): EventStoreDbAppends {
  const limit = pLimit(APPENDS_AT_ONCE)
  const underWay = new Set<Promise<unknown>>()

  const sendOnce = async (stream: string, version: bigint, events: readonly StorableEvent[]) => {
    let givenUp = false
    const answer = limit(() => {
      if (givenUp) throw new Error('Given up before it was sent')
      const messages = events.map(({ id, type, data, metadata }) => jsonEvent({ id, type, data, metadata }))
      const appended = client.appendToStream(stream, messages, {
        expectedRevision: version === 0n ? 'no_stream' : version - 1n,
        deadline: DEADLINE_MS,
      })
      const done = within(SURELY_LOST_MS, appended)
      underWay.add(done)
      const over = () => underWay.delete(done)
      done.then(over, over)
      return done
    })
    try {
      return await within(timeoutMs, answer)
    } finally {
      givenUp = true
    }
  }

  /**
   * The answer to a repeated append, whose events are in `recorded`. Null if none of the events is there. Throws
   * InvalidEvent if only some are there.
   */
  const repeatIn = (
    streamName: string,
    events: readonly StorableEvent[],
    recorded: readonly Recorded[],
  ): Appended | null => {
    const start = recorded.findIndex(({ metadata }) => events.some(({ id }) => id === metadata.messageId))
    if (start === -1) return null
    const repeated = recorded.slice(start, start + events.length)
    const last = repeated.at(-1)?.metadata
    if (
      repeated.length < events.length ||
      !last ||
      events.some(({ id }, at) => id !== repeated[at]?.metadata.messageId)
    )
      throw new InvalidEvent(`Only a part of this append to ${streamName} is a repeat; it must be all or nothing`)
    return { version: last.streamPosition, position: last.globalPosition, repeated: true }
  }

  /**
   * Whether this append, and not an earlier one with the same ids, wrote the events. The server answers a repeat at the
   * same revision like the first append. So the stored metadata of the first event is compared. Only an append with a
   * command hash can have been repeated by another process.
   */
  const isOurs = async (streamName: string, version: bigint, [event]: readonly StorableEvent[]): Promise<boolean> => {
    if (event?.metadata.commandHash === undefined) return true
    const [stored] = await read(streamName, version, 1)
    return Object.entries(event.metadata).every(([name, value]) =>
      isDeepStrictEqual(stored?.metadata[name as keyof Recorded['metadata']], value),
    )
  }

  const append: EventStoreDbAppends['append'] = async (streamName, events, { expected = 'any', idsAreNew = false }) => {
    let version = idsAreNew && expected !== 'any' && expected >= 0n ? expected : null
    for (;;) {
      if (version === null) {
        const recorded = await readBack(streamName, events.length + LOOK_BACK)
        const repeat = repeatIn(streamName, events, recorded)
        if (repeat) return repeat
        version = recorded.at(-1)?.metadata.streamPosition ?? 0n
        if (expected !== 'any' && version !== expected) throw new VersionConflict(streamName, version, expected)
      }
      const at = version
      try {
        const { nextExpectedRevision, position } = await repeatedly(() => sendOnce(prefix + streamName, at, events))
        const [last] = position ? [] : await read(streamName, nextExpectedRevision, 1)
        return {
          version: nextExpectedRevision + 1n,
          position: position?.commit ?? last?.metadata.globalPosition ?? 0n,
          repeated: !(await isOurs(streamName, at, events)),
        }
      } catch (error) {
        // Another append has changed the stream. The loop reads the stream's last events again. They show that this
        // append is a repeat, that there is a conflict, or that the append must be tried at the new revision.
        if (!(error instanceof WrongExpectedVersionError)) throw error
        version = null
      }
    }
  }

  return { append, idle: () => Promise.allSettled(underWay) }
}
