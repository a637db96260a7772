import { randomUUID } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import type { Command, Decider, Event } from '@event-driven-io/emmett'
import { CommandHandler, isExpectedVersionConflictError } from '@event-driven-io/emmett'
import type { EventCatalog } from '@pathlight/domain/event-catalog.ts'
import type { EventLog, EventMetadata, RecordedMetadata } from '@pathlight/event-log/event-log.ts'
import { HttpProblem } from '@pathlight/http/problem.ts'
import { nameBasedId } from './event-id.ts'
import type { Writer } from './writer.ts'

/** What is needed to decide on one kind of aggregate. */
export type Aggregate<State, C extends Command, E extends Event> = {
  readonly decider: Decider<State, C, E>
  readonly catalog: EventCatalog<E['type']>
}

/** The aggregate after the command; for a repeat, as it was right after the first time. */
export type Handled<State> = {
  readonly state: State
  /** Position in the log of the last event that `state` reflects; 0n when there is none. */
  readonly position: bigint
}

/** The events that an earlier request with the same key wrote, and what they were decided on. */
type Earlier<State, E> = Handled<State> & {
  readonly before: State
  readonly occurredAt: string
  readonly events: readonly { readonly type: string; readonly data: E extends Event ? E['data'] : never }[]
}
type Folded<State, E> = Handled<State> & { readonly earlier: Earlier<State, E> | null }

/** Short waits: a conflict means another writer of the same note won just now. Bounded, so a storm ends in 409. */
const RETRY_ON_CONFLICT = {
  retries: 5,
  minTimeout: 5,
  factor: 2,
  randomize: true,
  shouldRetryError: isExpectedVersionConflictError,
}

const keyReused = () =>
  new HttpProblem(422, 'idempotency_key_reused', 'This Idempotency-Key was used for another request already.')

const listOf = <E>(events: E | E[]): E[] => (Array.isArray(events) ? events : [events])

/**
 * Decides a command on a stream and appends what was decided; decides afresh when another writer was faster.
 *
 * A repeat (same user, same Idempotency-Key) is recognised by the ids of its events, appends nothing and answers as the
 * first did, whatever happened to the stream since. To tell it from another request under the same key, the command is
 * decided once more on the state of that time: it must give the very same events. 422 otherwise. A key means something
 * for one stream only: an event store knows ids stream by stream, and one write more for each would double every write.
 *
 * `command` makes the command for a given time (ISO 8601, UTC). Throws what the decider throws, and what the log throws.
 */
export const handleCommand = async <State, C extends Command, E extends Event>(
  log: EventLog,
  { decider, catalog }: Aggregate<State, C, E>,
  stream: string,
  writer: Writer,
  command: (now: string) => C,
): Promise<Handled<State>> => {
  const key = writer.idempotencyKey
  const eventId = (index: number) =>
    key === null ? randomUUID() : nameBasedId(writer.userId, key, stream, String(index))

  const initialState = (): Folded<State, E> => ({ state: decider.initialState(), position: 0n, earlier: null })
  const evolve = (folded: Folded<State, E>, event: E & { metadata?: Partial<RecordedMetadata> }): Folded<State, E> => {
    const state = decider.evolve(folded.state, event)
    // Events that were decided just now have no place in the log yet.
    const { globalPosition: position = folded.position, messageId, occurredAt = '' } = event.metadata ?? {}
    const before = folded.earlier
    if (key === null || messageId !== eventId(before?.events.length ?? 0)) return { ...folded, state, position }
    const events = [...(before?.events ?? []), { type: event.type, data: event.data }]
    const earlier = { state, position, before: before?.before ?? folded.state, occurredAt, events } as Earlier<State, E>
    return { state, position, earlier }
  }

  const answerAsThen = (earlier: Earlier<State, E>): Handled<State> => {
    let again: readonly E[]
    try {
      again = listOf(decider.decide(command(earlier.occurredAt), earlier.before))
    } catch {
      throw keyReused()
    }
    const same = isDeepStrictEqual(
      again.map(({ type, data }) => ({ type, data: { ...data } })),
      earlier.events.map(({ type, data }) => ({ type, data: { ...data } })),
    )
    if (!same) throw keyReused()
    return { state: earlier.state, position: earlier.position }
  }

  const decideOn = (folded: Folded<State, E>): E[] => {
    if (folded.earlier) return []
    const now = new Date().toISOString()
    return listOf(decider.decide(command(now), folded.state)).map((event, index) => {
      const metadata: EventMetadata = {
        messageId: eventId(index),
        userId: writer.userId,
        deviceId: writer.deviceId,
        correlationId: writer.requestId,
        causationId: writer.requestId,
        schemaVersion: catalog[event.type as E['type']].schemaVersion,
        occurredAt: now,
      }
      return { ...event, metadata }
    })
  }

  const handle = CommandHandler<Folded<State, E>, E>({ evolve, initialState, retry: RETRY_ON_CONFLICT })
  const result = await handle(log, stream, decideOn)
  if (result.newEvents.length === 0)
    return result.newState.earlier ? answerAsThen(result.newState.earlier) : result.newState
  if (key === null) return { state: result.newState.state, position: result.lastEventGlobalPosition }

  // Another request with this key may have been appended since the stream was read, and ours then wrote nothing: only
  // the log knows whose events they are.
  const { state: after } = await log.aggregateStream<Folded<State, E>, E>(stream, { evolve, initialState })
  return after.earlier ? answerAsThen(after.earlier) : { state: after.state, position: after.position }
}
