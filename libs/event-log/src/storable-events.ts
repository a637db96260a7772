import { randomUUID } from 'node:crypto'
import { StoreUnavailable } from '@pathlight/stores/store-unavailable.ts'
import {
  type Appended,
  type AppendOptions,
  type EventLog,
  InvalidEvent,
  MAX_APPEND_BYTES,
  type NewEvent,
  type StreamAppend,
} from './event-log.ts'
import { type JsonRules, jsonFault } from './json-fault.ts'

/** An event that was checked and has an id, so every engine can store it. */
export type StorableEvent = {
  /** The event's UUID, in lower case. */
  readonly id: string
  readonly type: string
  readonly data: Readonly<Record<string, unknown>>
  readonly dataJson: string
  /** The metadata without messageId (the id) and without the fields that only recorded events have. */
  readonly metadata: Readonly<Record<string, unknown>>
  readonly metadataJson: string
}

export type StorableAppend = AppendOptions & {
  readonly streamName: string
  readonly events: readonly StorableEvent[]
}
type Outcome = PromiseSettledResult<Appended>

/**
 * An event log as an engine implements it. It can also append events that a caller has checked with `storableEvents`.
 */
export interface StorableEventLog extends EventLog {
  appendStorableEach(appends: readonly StorableAppend[]): Promise<readonly Outcome[]>
  appendStorable(streamName: string, events: readonly StorableEvent[], options?: AppendOptions): Promise<Appended>
}

/**
 * Prepares each append, and writes the appends whose preparation succeeded. Returns the outcomes of all appends, in the
 * order of `asked`.
 */
export const eachPrepared = async <Asked, Prepared>(
  asked: readonly Asked[],
  prepare: (one: Asked) => Prepared | Promise<Prepared>,
  write: (prepared: readonly Prepared[]) => Promise<readonly Outcome[]>,
): Promise<readonly Outcome[]> => {
  const prepared = await Promise.allSettled(asked.map(async (one) => prepare(one)))
  const written = await write(prepared.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : [])))
  let at = 0
  return prepared.map((one) => (one.status === 'rejected' ? one : (written[at++] as Outcome)))
}

/** Does the appends one after another. Once the store is away, all remaining appends fail without a try. */
const oneByOne = async (
  appends: readonly StorableAppend[],
  write: (append: StorableAppend) => Promise<Appended>,
): Promise<Outcome[]> => {
  const outcomes: Outcome[] = []
  for (const append of appends) {
    const [outcome] = await Promise.allSettled([write(append)])
    outcomes.push(outcome)
    if (outcome.status === 'rejected' && outcome.reason instanceof StoreUnavailable)
      return appends.map((_, n) => outcomes[n] ?? outcome)
  }
  return outcomes
}

/**
 * Makes an engine's four append methods from its function `write`. `writeEach`: for an engine that writes several
 * appends faster together than one by one.
 */
export const appending = (
  write: (streamName: string, events: readonly StorableEvent[], options: AppendOptions) => Promise<Appended>,
  writeEach: (appends: readonly StorableAppend[]) => Promise<readonly Outcome[]> = (appends) =>
    oneByOne(appends, ({ streamName, events, ...options }) => write(streamName, events, options)),
): Pick<StorableEventLog, 'appendToStream' | 'appendStorable' | 'appendEach' | 'appendStorableEach'> => {
  const appendStorable: StorableEventLog['appendStorable'] = async (streamName, events, options = {}) => {
    refuseTooLarge(streamName, events)
    return write(streamName, events, options)
  }
  const appendStorableEach: StorableEventLog['appendStorableEach'] = (appends) => {
    const checked = (append: StorableAppend) => {
      refuseTooLarge(append.streamName, append.events)
      return append
    }
    return eachPrepared(appends, checked, writeEach)
  }
  return {
    appendStorable,
    appendStorableEach,
    appendEach: (appends) => {
      const storable = (append: StreamAppend) => ({
        ...append,
        events: storableEvents(append.streamName, append.events),
      })
      return eachPrepared(appends, storable, appendStorableEach)
    },
    appendToStream: async (streamName, events, options) =>
      appendStorable(streamName, storableEvents(streamName, events), options),
  }
}

/**
 * The longest stream name, in UTF-16 units. A name of this length, with a prefix, fits the index entries and
 * identifiers of every store.
 */
const MAX_STREAM_NAME = 200
const MAX_TYPE = 100
/**
 * The deepest data is a rich text with 50 levels, the most allowed. Its JSON has a depth of 104: each level is an
 * object in a list, and the last level has marks with attributes.
 */
const RULES: JsonRules = { maxDepth: 120 }
/** An upper bound in bytes of what a store adds to each event beside data, metadata and type. */
const ENVELOPE_BYTES = 64

/** The form of event ids: UUIDs in lower case. */
export const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/
const NIL_UUID = '00000000-0000-0000-0000-000000000000'
// A name has no control characters, because logs and query strings cannot show them.
const NAME = /^[^\p{Cc}\p{Cs}]+$/u

/**
 * Checks the events of one append, and gives an id to each that has none. Throws InvalidEvent for: an empty append; an
 * id that is no UUID or occurs twice; a name of a stream or type that is empty or too long, begins with `$`, or has
 * control characters or half of a surrogate pair; data that is no object; a fault (`jsonFault`) of data or metadata.
 */
export function storableEvents(streamName: string, events: readonly NewEvent[]): StorableEvent[] {
  if (streamName.length > MAX_STREAM_NAME || streamName.startsWith('$') || !NAME.test(streamName))
    throw new InvalidEvent(`${JSON.stringify(streamName)} cannot name a stream`)
  if (events.length === 0) throw new InvalidEvent(`An append to ${streamName} holds no events`)

  const ids = new Set<string>()
  return events.map((event, index) => {
    const where = () => `Event ${index + 1} of ${events.length} for ${streamName}`
    const { type, data } = event
    if (typeof type !== 'string' || type.length > MAX_TYPE || type.startsWith('$') || !NAME.test(type))
      throw new InvalidEvent(`${where()} has ${JSON.stringify(type)} for a type`)
    const { messageId, streamName: _1, streamPosition: _2, globalPosition: _3, ...metadata } = event.metadata ?? {}
    const id = messageId === undefined ? randomUUID() : eventId(messageId, where)
    if (ids.has(id)) throw new InvalidEvent(`${where()} has the same id as one before it: ${id}`)
    ids.add(id)
    if (typeof data !== 'object' || data === null || Array.isArray(data))
      throw new InvalidEvent(`${where()} (${type}) has no object for data`)
    const fault = jsonFault(data, 'data', RULES) ?? jsonFault(metadata, 'metadata', RULES)
    if (fault !== null) throw new InvalidEvent(`${where()} (${type}): ${fault}`)
    let json: string | undefined
    return {
      ...{ id, type, data, metadata, metadataJson: JSON.stringify(metadata) },
      // Computed on first use, because a sealed log stores other data and does not need this text.
      get dataJson() {
        json ??= JSON.stringify(data)
        return json
      },
    }
  })
}

/**
 * Throws InvalidEvent if the events have more than MAX_APPEND_BYTES together. In a sealed log their data is sealed
 * already, which makes it longer.
 */
function refuseTooLarge(streamName: string, events: readonly StorableEvent[]): void {
  let bytes = 0
  for (const [index, { type, dataJson, metadataJson }] of events.entries()) {
    bytes += ENVELOPE_BYTES + 2 * type.length + Buffer.byteLength(dataJson) + Buffer.byteLength(metadataJson)
    if (bytes > MAX_APPEND_BYTES)
      throw new InvalidEvent(
        `Event ${index + 1} of ${events.length} for ${streamName} makes the append too large: more than ${MAX_APPEND_BYTES} bytes`,
      )
  }
}

function eventId(messageId: unknown, where: () => string): string {
  const id = typeof messageId === 'string' ? messageId.toLowerCase() : ''
  if (!UUID.test(id) || id === NIL_UUID) throw new InvalidEvent(`${where()} has an id that is not a UUID`)
  return id
}
