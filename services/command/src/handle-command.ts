import { createHmac, randomUUID } from 'node:crypto'
import type { Event } from '@event-driven-io/emmett'
import { accountStream } from '@pathlight/domain/accounts/events.ts'
import type { Aggregate, DomainCommand, InStream } from '@pathlight/domain/aggregate.ts'
import { RuleBroken } from '@pathlight/domain/rule.ts'
import {
  type EventLog,
  type EventMetadata,
  InvalidEvent,
  type StreamEnds,
  VersionConflict,
} from '@pathlight/event-log/event-log.ts'
import { HttpProblem } from '@pathlight/http/problem.ts'
import { pauses } from '@pathlight/stores/pauses.ts'
import retry, { type Options } from 'p-retry'
import { whileOpen } from './account-gate.ts'
import { nameBasedId } from './event-id.ts'
import type { Outcome, Reserved } from './quota.ts'
import { refusePiledMarks } from './refuse-piled-marks.ts'
import type { Writer } from './writer.ts'

/** The aggregate after the command; for a repeat, as it was right after the first time. */
export type Handled<State, Item> = {
  readonly state: State
  /** As the wire shows it; null when there is none (any more). */
  readonly item: Item | null
  /** Position in the log of the last event that `state` reflects; 0n when there is none. */
  readonly position: bigint
}

/** What is true when a command is carried out, but for the time, which handleCommand adds. */
type FactsOf<C extends DomainCommand> = Omit<C['metadata'], 'now'>
/**
 * What a route asks for. `facts` may refuse it; a repeat is answered without them. `isFirst`: nothing is in the stream yet, unless this
 * is a repeat: so it is looked at only when the log finds something there.
 */
export type CommandOf<C extends DomainCommand> = C extends DomainCommand
  ? Pick<C, 'type' | 'data'> & { readonly isFirst?: true } & (keyof FactsOf<C> extends never
        ? { readonly facts?: never }
        : { readonly facts: () => FactsOf<C> })
  : never

/** Short waits: a conflict means another writer of the same stream won just now. Bounded, so a storm ends in 409. */
const WHEN_OTHERS_WERE_FASTER: Options = {
  retries: 5,
  minTimeout: 5,
  factor: 2,
  randomize: true,
  shouldRetry: ({ error }) => error instanceof VersionConflict,
}

const EMPTY: StreamEnds = { events: [], version: 0n, found: null }

/** JSON in which the order of an object's fields says nothing. */
const canonicalJson = (value: unknown): string =>
  JSON.stringify(value, (_, part: unknown) =>
    typeof part === 'object' && part !== null && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  )

/** Keyed, because metadata is stored in clear: its reader cannot find out short texts by trying without the key. */
const hashOf = (key: string, { type, data }: Pick<DomainCommand, 'type' | 'data'>): string =>
  createHmac('sha256', key)
    .update(canonicalJson([type, data]))
    .digest('base64url')
    .slice(0, 22)

/** About how much an event's data is, in bytes. */
const sizeOf = ({ data }: { readonly data: object }): number => Buffer.byteLength(JSON.stringify(data))

const keyReused = () =>
  new HttpProblem(422, 'idempotency_key_reused', 'This Idempotency-Key was used for another request already.')

/** `item`: as it is; null: it is gone. */
const stale = (item: object | null, revision: number | null) =>
  new HttpProblem(412, 'revision_mismatch', 'This was changed somewhere else in the meantime.', {
    current: item,
    headers: { etag: `"${revision}"` },
  })

/**
 * Decides a command on a stream and appends what was decided; decides afresh when another writer was faster.
 *
 * A repeat (same user, same Idempotency-Key, same stream) appends nothing and answers as the first did, whatever
 * happened to the stream since: the id of its event is made from the key. The event's metadata keeps a hash of the command, so
 * that another command under the same key is refused with 422. A key is known in one stream only.
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
  const { userId, actorId, deviceId, correlationId, idempotencyKey: key, ifMatch, quota } = writer
  let reserved: Reserved | null = null
  let outcome: Outcome = 'not written'
  const commandId = key === null ? randomUUID() : nameBasedId(userId, key, stream, '0')
  const commandHash = key === null ? undefined : hashOf(`${userId} ${key}`, command)

  const handled = (state: State, position: bigint) => ({ state, item: aggregate.item(state), position })
  const itemsIn = (state: State) => aggregate.items?.(state) ?? (aggregate.item(state) === null ? 0 : 1)
  const folded = ({ events }: StreamEnds) => {
    // What the log has in this stream was written by this aggregate.
    const state = (events as readonly object[] as readonly InStream<E>[]).reduce(
      aggregate.evolve,
      aggregate.initialState(),
    )
    return handled(state, events.at(-1)?.metadata.globalPosition ?? 0n)
  }

  /** `ends`: of the stream, as it was read, or taken to be. */
  const tryOn = async (ends: StreamEnds, wasRead: boolean): Promise<Handled<State, Item>> => {
    if (ends.found) {
      // Events from before there were hashes have none: their ids alone say that this is a repeat.
      const { commandHash: before = commandHash, streamPosition } = ends.found
      if (before !== commandHash) throw keyReused()
      return folded(streamPosition === ends.version ? ends : await log.readEnds(stream, { upTo: streamPosition }))
    }

    const current = folded(ends)
    // An item that is gone can only be restored: its revision is then that of its removal.
    const revision = current.item?.revision ?? (command.type === 'Restore' ? Number(ends.version) : ifMatch)
    if (ifMatch !== null && revision !== ifMatch) throw stale(current.item, revision)

    const now = new Date()
    const { type, data, facts } = command
    const pause = pauses()
    const known = { now, ...(facts as (() => object) | undefined)?.() }
    const [event] = [aggregate.decide({ type, data, metadata: known } as unknown as C, current.state)].flat() as E[]
    if (!event) return current
    refusePiledMarks(event)
    await pause()
    const placed = { ...event, metadata: { streamPosition: ends.version + 1n } }
    const state = aggregate.evolve(current.state, placed)
    const item = aggregate.item(state)
    // Once, however often another writer was faster.
    if (quota !== null && reserved === null) {
      const more = itemsIn(state) - itemsIn(current.state)
      reserved = await quota.reserve(userId, {
        bytes: sizeOf(event),
        revisions: Number(ends.version),
        adds: more > 0,
        removes: more < 0,
      })
    }
    await pause()
    const metadata: EventMetadata = {
      messageId: commandId,
      userId,
      actorId,
      deviceId,
      correlationId,
      causationId: commandId,
      schemaVersion: aggregate.events[event.type as E['type']].schemaVersion,
      occurredAt: now.toISOString(),
      ...(commandHash && { commandHash }),
    }
    const append = () =>
      log.appendToStream(stream, [{ ...event, metadata }], { expected: ends.version, idsAreNew: wasRead })
    // What an admin does, and the account's own end, are not the person's writing.
    const isTheirs = actorId === userId && stream !== accountStream(userId)
    const { position, repeated } = await (isTheirs ? whileOpen(userId, append) : append()).catch((error: unknown) => {
      if (!(error instanceof VersionConflict || error instanceof InvalidEvent || error instanceof RuleBroken))
        outcome = 'unknown'
      throw error
    })
    // Another request with this key was appended since the stream was read, or before it was taken to be empty: it is found now.
    if (repeated) return tryOnce()
    outcome = 'written'
    return { state, item, position }
  }

  const tryOnce = async (): Promise<Handled<State, Item>> => {
    // The writer saw the revision that the event was written on.
    const after = ifMatch === null ? null : BigInt(ifMatch)
    return tryOn(await log.readEnds(stream, key === null ? {} : { find: { id: commandId, after } }), true)
  }
  const settle = () => {
    reserved?.end(outcome)
    reserved = null
  }
  /** null: this is for the stream as it is to say. */
  const tryAsFirst = async (): Promise<Handled<State, Item> | null> => {
    try {
      return await tryOn(EMPTY, false)
    } catch (error) {
      if (outcome === 'unknown') throw error
      // How often it was changed counts, too, and that is not known before the stream is read.
      settle()
      return null
    }
  }

  try {
    const first = command.isFirst && ifMatch === null && command.facts === undefined ? await tryAsFirst() : null
    return first ?? (await retry(tryOnce, WHEN_OTHERS_WERE_FASTER))
  } finally {
    settle()
  }
}
