import { randomUUID } from 'node:crypto'
import {
  type AllStreamResolvedEvent,
  BACKWARDS,
  END,
  jsonEvent,
  type ReadStreamOptions,
  type ResolvedEvent,
  StreamNotFoundError,
  WrongExpectedVersionError,
} from '@eventstore/db-client'
import type { Recorded } from '@pathlight/event-log/event-log.ts'
import { appending, type StorableEventLog } from '@pathlight/event-log/storable-events.ts'
import { once } from '@pathlight/stores/once.ts'
import { eventStoreDbAppends } from './appends.ts'
import { collect, REFUSALS, refusalOf, within } from './calls.ts'
import { openClient } from './client.ts'
import { eventStoreDbEnds } from './ends.ts'
import { at, eventStoreDbFeed } from './feed.ts'
import { isOurs, recordedEvents } from './recorded.ts'

export type EventStoreDbLogOptions = {
  /** Connection string: `esdb://HOST:2113?tls=false`. */
  readonly url: string
  /**
   * The prefix of the names of this log's streams, because other programs may use the same server. Default `pathlight.`
   */
  readonly prefix?: string
  /** The time after which a server without an answer counts as unreachable, in milliseconds. Default 3,000. */
  readonly timeoutMs?: number
  /** After this time without events, in milliseconds, a live feed checks that it has missed none. Default 5,000. */
  readonly heartbeatMs?: number
  /** Called with each failure from which the log or a feed recovers. */
  readonly onTrouble?: (error: unknown) => void
}

/**
 * The event log in EventStoreDB 22.10 or newer. Open only one log in a process: a broken connection fails the pending
 * appends of every client in the process, and a late answer to a failed append ends the process. Throws a TypeError on
 * an invalid prefix or address.
 */
export function eventStoreDbLog(options: EventStoreDbLogOptions): StorableEventLog {
  const { prefix = 'pathlight.', timeoutMs = 3_000, heartbeatMs = 5_000, onTrouble = () => undefined } = options
  if (!/^[\w-]+\.$/.test(prefix))
    throw new TypeError(`${prefix} cannot be a prefix: letters, digits, _ or -, then a dot`)
  // If a server refuses a read, for example because it is starting, the client opens a new connection, and leaves its
  // open gRPC streams on the old one. If appends shared the client with reads, the end of such a stream would fail the
  // appends on the new connection. So appends have a client of their own.
  const reader = openClient(options.url, { leaderOnly: true })
  const writer = openClient(options.url, { leaderOnly: false })
  const closing = new AbortController()

  /**
   * Events of a stream; none if the stream is missing. If an operator deleted the stream for good, the client's
   * StreamDeletedError goes to the caller.
   */
  const readPart = async (streamName: string, part: ReadStreamOptions): Promise<Recorded[]> => {
    // The client refuses a count of 0.
    if (part.maxCount === 0) return []
    try {
      const events = await collect<ResolvedEvent>(timeoutMs, reader.readStream(prefix + streamName, part))
      return recordedEvents(events, prefix)
    } catch (error) {
      if (error instanceof StreamNotFoundError) return []
      throw error
    }
  }
  const read = (streamName: string, after: bigint, maxCount?: number) =>
    readPart(streamName, { fromRevision: after, ...(maxCount !== undefined && { maxCount }) })
  /** The last `maxCount` events, oldest first. With `before`, the last `maxCount` before that version. */
  const readBack = async (streamName: string, maxCount: number, before?: bigint) => {
    if (before !== undefined && before <= 1n) return []
    // Versions count from 1, revisions from 0, and the read includes its first revision.
    const fromRevision = before === undefined ? END : before - 2n
    return (await readPart(streamName, { direction: BACKWARDS, fromRevision, maxCount })).reverse()
  }
  const versionOf = (events: readonly Recorded[]) => events.at(-1)?.metadata.streamPosition ?? 0n

  const appends = eventStoreDbAppends({ client: writer, prefix, read, readBack, timeoutMs })

  /**
   * The log's identity: the id of the first event of a stream that only this function writes. The stream's name lacks
   * the prefix, so no feed reads it.
   */
  const identity = once(async (): Promise<string> => {
    const stream = `log-identity-${prefix}`
    for (;;) {
      try {
        const [first] = await collect<ResolvedEvent>(timeoutMs, reader.readStream(stream, { maxCount: 1 }))
        if (first?.event) return first.event.id
      } catch (error) {
        if (!(error instanceof StreamNotFoundError)) throw error
      }
      const event = jsonEvent({ id: randomUUID(), type: 'LogIdentified', data: {} })
      await within(timeoutMs, writer.appendToStream(stream, event, { expectedRevision: 'no_stream' })).catch(
        (error: unknown) => {
          if (!(error instanceof WrongExpectedVersionError)) throw error
        },
      )
    }
  })

  /**
   * `last`: the position of this log's last event, as far as it is known. `lookedFrom`: the store's end at the last
   * search for that event. A search reads backward from the store's present end, at most to `lookedFrom`.
   */
  let last = 0n
  let lookedFrom = 0n
  const head = async (): Promise<bigint> => {
    let from: bigint | null = null
    let newest = lookedFrom
    for (let count = 32; ; count = 1_000) {
      const page: readonly AllStreamResolvedEvent[] = await collect<AllStreamResolvedEvent>(
        timeoutMs,
        reader.readAll({
          direction: BACKWARDS,
          fromPosition: from === null ? END : { commit: from, prepare: from },
          maxCount: count,
        }),
      )
      const events = page.flatMap(({ event }) => event ?? [])
      // If the store ends before `lookedFrom`, it was set back to an older state. The event at `last` may be gone, so
      // the search starts from nothing.
      if (from === null && (events[0]?.position.commit ?? 0n) < lookedFrom) newest = last = lookedFrom = 0n
      newest = events[0] && events[0].position.commit > newest ? events[0].position.commit : newest
      const ours = events.find((event) => isOurs(event, prefix))
      if (ours && ours.position.commit > last) last = ours.position.commit
      from = events.at(-1)?.position.commit ?? 0n
      if (ours || from <= lookedFrom || page.length < count) break
    }
    if (newest > lookedFrom) lookedFrom = newest
    return last
  }

  const end = async (): Promise<bigint> => {
    const reading = reader.readAll({ direction: BACKWARDS, fromPosition: END, maxCount: 1 })
    const [last] = await collect<AllStreamResolvedEvent>(timeoutMs, reading)
    return last?.event?.position.commit ?? 0n
  }

  const idAt = async (position: bigint): Promise<string | null> => {
    for (let refusals = 1; ; refusals++) {
      try {
        const reading = reader.readAll({ fromPosition: at(position), maxCount: 1 })
        const [record] = await collect<AllStreamResolvedEvent>(timeoutMs, reading)
        const event = record?.event
        return event?.position.commit === position && isOurs(event, prefix) ? event.id : null
      } catch (error) {
        if (refusalOf(error) === null) throw error
        if (refusals === REFUSALS) return null
        await end() // Throws if the server is stopping
      }
    }
  }

  return {
    identity,
    head,
    end,
    idAt,
    ...appending(appends.append),

    async readStream(streamName, page) {
      const events = page ? await readBack(streamName, page.last, page.before) : await read(streamName, 0n)
      return { events, version: versionOf(events) }
    },

    readEnds: eventStoreDbEnds({ read, readBack }),

    batches: ({ size = 1_000, signal, ...part }) =>
      eventStoreDbFeed({
        client: reader,
        prefix,
        head,
        idAt,
        ...part,
        size,
        timeoutMs,
        heartbeatMs,
        onTrouble,
        stop: signal ? AbortSignal.any([signal, closing.signal]) : closing.signal,
      }),

    async close() {
      if (closing.signal.aborted) return
      closing.abort()
      await within(timeoutMs, appends.idle()).catch(onTrouble)
      await Promise.all([reader, writer].map((client) => within(timeoutMs, client.dispose()).catch(onTrouble)))
    },
  }
}
