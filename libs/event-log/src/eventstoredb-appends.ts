import {
  type ExpectedStreamVersion,
  ExpectedVersionConflictError,
  NO_CONCURRENCY_CHECK,
  STREAM_DOES_NOT_EXIST,
  STREAM_EXISTS,
} from '@event-driven-io/emmett'
import { type AppendResult, type EventStoreDBClient, jsonEvent, WrongExpectedVersionError } from '@eventstore/db-client'
import { type Appended, InvalidEvent } from './event-log.ts'
import { within } from './eventstoredb-calls.ts'
import type { KnownStream, KnownStreams } from './known-streams.ts'
import { repeatedly } from './patience.ts'
import { slots } from './slots.ts'
import { turns } from './turns.ts'
import type { StorableEvent } from './validate-event.ts'

export type EventStoreDbAppends = {
  append(streamName: string, expected: ExpectedStreamVersion, events: readonly StorableEvent[]): Promise<Appended>
  /** Resolves when no append is under way. */
  idle(): Promise<void>
}

type Options = {
  readonly client: EventStoreDBClient
  readonly prefix: string
  readonly known: KnownStreams
  /** Reads on from what is known of a stream to its end. */
  readonly look: (streamName: string) => Promise<KnownStream>
  /** Position of the event that has this version. */
  readonly positionOf: (streamName: string, version: bigint) => Promise<bigint>
  readonly timeoutMs: number
}

/**
 * The client queues appends past its stream's 16 and, when the connection then breaks, rejects those in the queue where
 * nobody can catch it, which ends the process. So never that many.
 */
const APPENDS_AT_ONCE = 15
/**
 * The server compares an append's deadline, which the client puts 10 s ahead by default, with its own clock, and refuses what is
 * past: so an hour, by which no two clocks differ. It is `timeoutMs` that bounds the wait.
 */
const DEADLINE_MS = 3_600_000
/** Pauses before an append whose outcome is unknown is sent again, with the same ids and the same revision. */
const REPEAT_PAUSES_MS = [50, 250]

/**
 * Appends that know their repeats. The server takes an event again when its id comes with another revision, and by id
 * alone it knows only recent ones. So every append goes out with the exact revision it is to be written at, which makes
 * sending it twice harmless, and never before its first id was looked for in what the stream holds up to there.
 */
export function eventStoreDbAppends(options: Options): EventStoreDbAppends {
  const { client, prefix, known, look, positionOf, timeoutMs } = options
  const underWay = slots(APPENDS_AT_ONCE)
  const inTurn = turns()

  const sendOnce = async (
    stream: string,
    version: bigint,
    events: readonly ReturnType<typeof jsonEvent>[],
  ): Promise<AppendResult> => {
    const sending = { given: false }
    const answer = (async () => {
      const giveBack = await underWay.take()
      if (sending.given) {
        giveBack()
        throw new Error('Given up before it was sent')
      }
      // An append that nobody waits for any more keeps its slot until the client is done with it, or surely never will be.
      const giveUp = setTimeout(giveBack, 60_000)
      giveUp.unref()
      return client
        .appendToStream(stream, [...events], {
          expectedRevision: version === 0n ? 'no_stream' : version - 1n,
          deadline: DEADLINE_MS,
        })
        .finally(() => {
          clearTimeout(giveUp)
          giveBack()
        })
    })()
    try {
      return await within(timeoutMs, answer)
    } finally {
      sending.given = true
    }
  }

  const send = (...append: Parameters<typeof sendOnce>) => repeatedly(() => sendOnce(...append), REPEAT_PAUSES_MS)

  /** The answer to an append whose events are in the stream already; `null` when none of them is. */
  const repeat = async (streamName: string, stream: KnownStream, events: readonly StorableEvent[]) => {
    const versions = events.map((event) => stream.ids.get(event.id))
    const [first] = versions
    if (versions.every((version) => version === undefined)) return null
    if (first === undefined || versions.some((version, index) => version !== first + BigInt(index)))
      throw new InvalidEvent(`Only a part of this append to ${streamName} is a repeat; it must be all or nothing`)
    const last = first + BigInt(events.length - 1)
    return {
      nextExpectedStreamVersion: last,
      createdNewStream: first === 1n,
      lastEventGlobalPosition: await positionOf(streamName, last),
      repeated: true,
    }
  }

  const append: EventStoreDbAppends['append'] = async (streamName, expected, events) => {
    const messages = events.map(({ id, type, data, metadata }) => jsonEvent({ id, type, data, metadata }))
    for (;;) {
      let stream = known.get(streamName)
      // A stream that is not there holds no repeats: its creator need not look first, the server says if it is there.
      if (!stream && expected !== NO_CONCURRENCY_CHECK && !isNew(expected)) stream = await look(streamName)
      if (stream && !fits(stream.version, expected)) stream = await look(streamName)
      if (stream) {
        const before = await repeat(streamName, stream, events)
        if (before) return before
        if (!fits(stream.version, expected)) throw new ExpectedVersionConflictError(stream.version, expected)
      }
      const version = stream?.version ?? 0n
      try {
        const result = await send(prefix + streamName, version, messages)
        known.learn(
          streamName,
          version + 1n,
          events.map((event) => event.id),
        )
        return {
          nextExpectedStreamVersion: result.nextExpectedRevision + 1n,
          createdNewStream: version === 0n,
          lastEventGlobalPosition:
            result.position?.commit ?? (await positionOf(streamName, result.nextExpectedRevision + 1n)),
          repeated: false,
        }
      } catch (error) {
        // Its message is empty. Others have written: see what, and then it is a repeat, a conflict, or to be tried on top.
        if (!(error instanceof WrongExpectedVersionError)) throw error
        const actual = typeof error.actualVersion === 'bigint' ? error.actualVersion + 1n : 0n
        // The server has been set back to a backup, or emptied, while we were running.
        if (actual < version) known.forget(streamName)
        const found = await look(streamName)
        if (found.version < actual)
          throw new Error(`${streamName} has ${actual} events, of which only ${found.version} can be read`)
      }
    }
  }

  return {
    // Appends to one stream would only get into each other's way.
    append: (streamName, expected, events) => inTurn(streamName, () => append(streamName, expected, events)),
    idle: underWay.idle,
  }
}

const isNew = (expected: ExpectedStreamVersion): boolean => expected === STREAM_DOES_NOT_EXIST || expected === 0n

function fits(version: bigint, expected: ExpectedStreamVersion): boolean {
  if (expected === NO_CONCURRENCY_CHECK) return true
  if (expected === STREAM_EXISTS) return version > 0n
  return version === (expected === STREAM_DOES_NOT_EXIST ? 0n : expected)
}
