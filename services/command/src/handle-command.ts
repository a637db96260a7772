import { createHmac, randomUUID } from 'node:crypto'
import type { Event } from '@event-driven-io/emmett'
import type { Tagged } from '@pathlight/contracts/tag-rules.ts'
import { accountStream } from '@pathlight/domain/accounts/events.ts'
import type { Aggregate, AnyAggregate, DomainCommand } from '@pathlight/domain/aggregate.ts'
import type { EventKind } from '@pathlight/domain/event-catalog.ts'
import { asShown } from '@pathlight/domain/item-kind.ts'
import { RuleBroken } from '@pathlight/domain/rule.ts'
import { canonicalJson } from '@pathlight/event-log/canonical-json.ts'
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
import { eventIdOf } from './event-id.ts'
import { refusePiledMarks } from './refuse-piled-marks.ts'
import type { Writer } from './writer.ts'

/** The aggregate after the command. For a repeat: the aggregate as it was after the first request. */
export type Handled<State, Item> = {
  readonly state: State
  /** The item after the command; null: there is none, or it was removed. */
  readonly item: Item | null
  /** Position in the log of the last event that `state` reflects; 0n when there is none. */
  readonly position: bigint
}

/** A command's metadata without the time, which handleCommand adds. */
type FactsOf<C extends DomainCommand> = Omit<C['metadata'], 'now'>
/**
 * A route's command. `facts` may throw to refuse the command, and is not called for a repeat. `isFirst`: the stream is
 * most likely empty. Without If-Match and `facts`, handleCommand then first tries to append without reading.
 */
export type CommandOf<C extends DomainCommand> = C extends DomainCommand
  ? Pick<C, 'type' | 'data'> & { readonly isFirst?: true } & (keyof FactsOf<C> extends never
        ? { readonly facts?: never }
        : { readonly facts: () => FactsOf<C> })
  : never

/**
 * Retries after a conflict: another writer appended to the stream first. The waits are short, and after the last try
 * the answer is 409.
 */
const WHEN_OTHERS_WERE_FASTER: Options = {
  retries: 5,
  minTimeout: 5,
  factor: 2,
  randomize: true,
  shouldRetry: ({ error }) => error instanceof VersionConflict,
}

const EMPTY: StreamEnds = { events: [], version: 0n, found: null }

/**
 * The hash of a command, keyed with the user's id and the Idempotency-Key. The log stores the hash unencrypted. Without
 * the Idempotency-Key nobody can find a short text by hashing guesses.
 */
const hashOf = (key: string, { type, data }: Pick<DomainCommand, 'type' | 'data'>): string =>
  createHmac('sha256', key)
    .update(canonicalJson([type, data]))
    .digest('base64url')
    .slice(0, 22)

/** The size of an event's data as JSON, in bytes. */
const sizeOf = ({ data }: { readonly data: object }): number => Buffer.byteLength(JSON.stringify(data))

/** The refusal of another request under a used Idempotency-Key. */
export const keyReused = () =>
  new HttpProblem(422, 'idempotency_key_reused', 'This Idempotency-Key was used for another request already.')

/** The answer 412. `item`: the item's present state; null: the item was removed. */
const stale = (item: object | null, revision: number | null) =>
  new HttpProblem(412, 'revision_mismatch', 'This was changed somewhere else in the meantime.', {
    current: item,
    headers: { etag: `"${revision}"` },
  })

type AnyHandled = Handled<unknown, { readonly revision: number }>

/**
 * A writer's command on a stream of any aggregate. `id`: the id of the command's event. `hash`: the hash that tells a
 * repeat from another command under the same Idempotency-Key; undefined without a key.
 */
type Asked = {
  readonly log: EventLog
  readonly aggregate: AnyAggregate
  readonly stream: string
  readonly writer: Writer
  readonly command: Pick<DomainCommand, 'type' | 'data'> & { readonly facts?: () => object }
  readonly id: string
  readonly hash: string | undefined
}

/**
 * The same key, user and stream give the same id, by which the log recognises a repeat. Without a key the id is random.
 */
const idAndHash = (
  { userId, idempotencyKey: key }: Writer,
  stream: string,
  command: Pick<DomainCommand, 'type' | 'data'>,
) =>
  key === null
    ? { id: randomUUID(), hash: undefined }
    : { id: eventIdOf(userId, key, stream), hash: hashOf(`${userId} ${key}`, command) }

const readEnds = ({ log, stream, writer, id }: Asked) => {
  const { idempotencyKey, ifMatch } = writer
  // If the request is a repeat, its event comes right after the revision in If-Match.
  const after = ifMatch === null ? null : BigInt(ifMatch)
  return log.readEnds(stream, idempotencyKey === null ? {} : { find: { id, after } })
}

const folded = (aggregate: AnyAggregate, { events }: StreamEnds): AnyHandled => {
  const state = events.reduce(aggregate.evolve, aggregate.initialState())
  return { state, item: aggregate.item(state), position: events.at(-1)?.metadata.globalPosition ?? 0n }
}

/** The first answer, if the command is a repeat; otherwise null. Throws 422 for another command under the same key. */
const answerOfRepeat = async (
  { log, aggregate, stream, hash }: Asked,
  ends: StreamEnds,
): Promise<AnyHandled | null> => {
  if (!ends.found) return null
  // Events of older programs have no hash. For them the id alone shows that the command is a repeat.
  const { commandHash = hash, streamPosition } = ends.found
  if (commandHash !== hash) throw keyReused()
  return folded(
    aggregate,
    streamPosition === ends.version ? ends : await log.readEnds(stream, { upTo: streamPosition }),
  )
}

/** Throws 412 where If-Match is not the item's revision. */
const checkRevision = (
  { item }: AnyHandled,
  { version }: StreamEnds,
  { aggregate, writer: { ifMatch }, command }: Asked,
): void => {
  // A removed item has no revision. For a Restore, If-Match is compared with the number of events in the stream; for
  // any other command it is not checked.
  const revision = item?.revision ?? (command.type === 'Restore' ? Number(version) : ifMatch)
  if (ifMatch !== null && revision !== ifMatch) throw stale(asShown(aggregate, item), revision)
}

/**
 * Decides the command: at most one event; undefined where nothing changes. Throws what `facts` and `decide` throw, and
 * RuleBroken for piled marks.
 */
const decided = ({ aggregate, command: { type, data, facts } }: Asked, { state }: AnyHandled, now: Date) => {
  const [event]: Event[] = [aggregate.decide({ type, data, metadata: { now, ...facts?.() } }, state)].flat()
  if (event) refusePiledMarks(event)
  return event
}

/** What the event costs the writer's quota. */
const writeOf = (aggregate: AnyAggregate, event: Event, { version }: StreamEnds, before: unknown, after: unknown) => {
  const itemsIn = (state: unknown) => aggregate.items?.(state) ?? (aggregate.item(state) === null ? 0 : 1)
  const more = itemsIn(after) - itemsIn(before)
  const tagsIn = (state: unknown): readonly string[] => ((aggregate.item(state) ?? {}) as Tagged).tags ?? []
  const known = tagsIn(before)
  const tags = tagsIn(after).filter((tag) => !known.includes(tag))
  return { bytes: sizeOf(event), revisions: Number(version), adds: more > 0, removes: more < 0, tags }
}

const metadataOf = ({ aggregate, writer, id, hash }: Asked, { type }: Event, now: Date): EventMetadata => ({
  messageId: id,
  userId: writer.userId,
  actorId: writer.actorId,
  deviceId: writer.deviceId,
  correlationId: writer.correlationId,
  causationId: id,
  // Every event that an aggregate decides is in its catalogue.
  schemaVersion: (aggregate.events[type] as EventKind).schemaVersion,
  occurredAt: now.toISOString(),
  ...(hash && { commandHash: hash }),
})

/**
 * Appends a person's own write while their account is open. Acts of admins, and events of the account itself, such as
 * its closing, are not checked.
 */
const whileTheirs = <T>({ userId, actorId }: Writer, stream: string, append: () => Promise<T>): Promise<T> =>
  actorId === userId && stream !== accountStream(userId) ? whileOpen(userId, append) : append()

/** One try. `isEmpty`: the stream is assumed to be empty, and is not read. */
const attempt = async (asked: Asked, isEmpty: boolean): Promise<AnyHandled> => {
  const { log, aggregate, stream, writer } = asked
  const ends = isEmpty ? EMPTY : await readEnds(asked)
  const before = await answerOfRepeat(asked, ends)
  if (before !== null) return before
  const current = folded(aggregate, ends)
  checkRevision(current, ends, asked)
  const now = new Date()
  const pause = pauses()
  const event = decided(asked, current, now)
  if (!event) return current
  await pause()
  const state = aggregate.evolve(current.state, { ...event, metadata: { streamPosition: ends.version + 1n } })
  const item = aggregate.item(state)
  const write = writeOf(aggregate, event, ends, current.state, state)
  await pause()
  const metadata = metadataOf(asked, event, now)
  const append = () =>
    whileTheirs(writer, stream, () =>
      log.appendToStream(stream, [{ ...event, metadata }], { expected: ends.version, idsAreNew: !isEmpty }),
    )
  const { position, repeated } = await (writer.quota?.append(writer.userId, write, append) ?? append())
  // `repeated`: the log has an event with this id already. With a key, it may be another request's, so the next try
  // reads it. Without a key, it can only be this request's own, from an append whose answer was lost.
  if (repeated && asked.hash !== undefined) return attempt(asked, false)
  return { state, item, position }
}

/** Whether the error means that nothing was written, because the log, a rule or an earlier check refused. */
const isRefusal = (error: unknown): boolean =>
  error instanceof VersionConflict ||
  error instanceof InvalidEvent ||
  error instanceof RuleBroken ||
  error instanceof HttpProblem

/** Carries the command out on the assumption that the stream is empty. null: the stream must be read. */
const attemptAsFirst = async (asked: Asked): Promise<AnyHandled | null> => {
  try {
    return await attempt(asked, true)
  } catch (error) {
    // A refused command may be a repeat, so the stream is read. After any other error the event may have been written,
    // so the error is thrown.
    if (isRefusal(error)) return null
    throw error
  }
}

/**
 * Decides a command on a stream and appends the event. When another writer was faster, handleCommand decides again. A
 * repeat (same user, Idempotency-Key and stream) appends nothing and gets the first answer. Another command under the
 * same key is refused with 422, and an outdated If-Match with 412, which carries the present item. Throws what `facts`,
 * `decide`, the quota and the log throw.
 */
export const handleCommand = async <State, C extends DomainCommand, E extends Event, Item extends { revision: number }>(
  log: EventLog,
  aggregate: Aggregate<State, C, E, Item>,
  stream: string,
  writer: Writer,
  command: CommandOf<C>,
): Promise<Handled<State, Item>> => {
  const asked: Asked = { log, aggregate, stream, writer, command, ...idAndHash(writer, stream, command) }
  const mayBeFirst = command.isFirst && writer.ifMatch === null && command.facts === undefined
  const first = mayBeFirst ? await attemptAsFirst(asked) : null
  // `state` and `item` come from `aggregate`, so they have its types.
  return (first ?? (await retry(() => attempt(asked, false), WHEN_OTHERS_WERE_FASTER))) as Handled<State, Item>
}
