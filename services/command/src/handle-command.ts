import { createHmac, randomUUID } from 'node:crypto'
import { type Event, isExpectedVersionConflictError } from '@event-driven-io/emmett'
import type { Aggregate, DomainCommand, Placed } from '@pathlight/domain/aggregate.ts'
import type { EventLog, EventMetadata, Recorded } from '@pathlight/event-log/event-log.ts'
import { HttpProblem } from '@pathlight/http/problem.ts'
import retry, { type Options } from 'p-retry'
import { nameBasedId } from './event-id.ts'
import type { Writer } from './writer.ts'

/** The aggregate after the command; for a repeat, as it was right after the first time. */
export type Handled<State, Item> = {
  readonly state: State
  /** As the wire shows it; null when there is none (any more). */
  readonly item: Item | null
  /** Position in the log of the last event that `state` reflects; 0n when there is none. */
  readonly position: bigint
}

/** What a route decides on: the command without the time, which handleCommand adds. */
export type CommandOf<C extends DomainCommand> = C extends DomainCommand ? Pick<C, 'type' | 'data'> : never

/** Short waits: a conflict means another writer of the same stream won just now. Bounded, so a storm ends in 409. */
const WHEN_OTHERS_WERE_FASTER: Options = {
  retries: 5,
  minTimeout: 5,
  factor: 2,
  randomize: true,
  shouldRetry: ({ error }) => isExpectedVersionConflictError(error),
}

/** JSON in which the order of an object's fields says nothing. */
const canonicalJson = (value: unknown): string =>
  JSON.stringify(value, (_, part: unknown) =>
    typeof part === 'object' && part !== null && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  )

/** Keyed, because metadata is stored in clear: nobody without the key can find out short texts by trying. */
const hashOf = (key: string, { type, data }: Pick<DomainCommand, 'type' | 'data'>): string =>
  createHmac('sha256', key)
    .update(canonicalJson([type, data]))
    .digest('base64url')
    .slice(0, 22)

const keyReused = () =>
  new HttpProblem(422, 'idempotency_key_reused', 'This Idempotency-Key was used for another request already.')

const stale = (item: { readonly revision: number }) =>
  new HttpProblem(412, 'revision_mismatch', 'This was changed somewhere else in the meantime.', {
    current: item,
    headers: { etag: `"${item.revision}"` },
  })

/**
 * Decides a command on a stream and appends what was decided; decides afresh when another writer was faster.
 *
 * A repeat (same user, same Idempotency-Key, same stream) appends nothing and answers as the first did, whatever
 * happened to the stream since: its events have ids made from the key. Their metadata keeps a hash of the command, so
 * that another command under the same key is refused with 422. A key means something for one stream only.
 *
 * A writer who saw another revision than the item has (If-Match) is refused with 412, which carries the item as it is.
 *
 * Throws what `decide` throws, and what the log throws.
 */
export const handleCommand = async <State, C extends DomainCommand, E extends Event, Item extends { revision: number }>(
  log: EventLog,
  aggregate: Aggregate<State, C, E, Item>,
  stream: string,
  writer: Writer,
  command: CommandOf<C>,
): Promise<Handled<State, Item>> => {
  const { userId, actorId, deviceId, requestId, idempotencyKey: key, ifMatch } = writer
  const commandId = key === null ? randomUUID() : nameBasedId(userId, key, stream)
  const commandHash = key === null ? null : hashOf(`${userId} ${key}`, command)
  const eventId = (index: number) => (key === null ? randomUUID() : nameBasedId(userId, key, stream, String(index)))

  const handled = (events: readonly Placed<E>[], position: bigint): Handled<State, Item> => {
    const state = events.reduce(aggregate.evolve, aggregate.initialState())
    return { state, item: aggregate.item(state), position }
  }
  const asFound = (events: readonly Recorded[]) =>
    handled(events as unknown as Placed<E>[], events.at(-1)?.metadata.globalPosition ?? 0n)

  /** The answer to the request that wrote the event at this place in the stream; 422 when it asked for something else. */
  const answerAsThen = (events: readonly Recorded[], first: Recorded): Handled<State, Item> => {
    const { commandHash: before } = first.metadata
    // Events from before there were hashes have none: their ids alone say that this is a repeat.
    if (before !== undefined && before !== commandHash) throw keyReused()
    const then = events.filter(
      ({ metadata }) =>
        metadata.streamPosition <= first.metadata.streamPosition ||
        (before !== undefined && metadata.causationId === first.metadata.causationId),
    )
    return asFound(then)
  }

  const tryOnce = async (): Promise<Handled<State, Item>> => {
    const { events, currentStreamVersion } = await log.readStream(stream)
    const first = key === null ? undefined : events.find(({ metadata }) => metadata.messageId === eventId(0))
    if (first) return answerAsThen(events as readonly Recorded[], first as Recorded)

    const current = asFound(events as readonly Recorded[])
    if (ifMatch !== null && current.item !== null && current.item.revision !== ifMatch) throw stale(current.item)

    const now = new Date().toISOString()
    const decided = [aggregate.decide({ ...command, metadata: { now } } as unknown as C, current.state)].flat() as E[]
    if (decided.length === 0) return current
    const metadata = decided.map(
      (event, index): EventMetadata => ({
        messageId: eventId(index),
        userId,
        actorId,
        deviceId,
        correlationId: requestId,
        causationId: commandId,
        schemaVersion: aggregate.events[event.type as E['type']].schemaVersion,
        occurredAt: now,
        ...(commandHash !== null && { commandHash }),
      }),
    )
    const { lastEventGlobalPosition, repeated } = await log.appendToStream(
      stream,
      decided.map((event, index) => ({ ...event, metadata: metadata[index] })),
      { expectedStreamVersion: currentStreamVersion },
    )
    // Another request with this key was appended since the stream was read: it is found now.
    if (repeated) return tryOnce()
    const placed = decided.map((event, index) => ({
      ...event,
      metadata: { streamPosition: currentStreamVersion + BigInt(index + 1) },
    }))
    const state = (placed as Placed<E>[]).reduce(aggregate.evolve, current.state)
    return { state, item: aggregate.item(state), position: lastEventGlobalPosition }
  }

  return retry(tryOnce, WHEN_OTHERS_WERE_FASTER)
}
