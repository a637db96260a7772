import { randomUUID } from 'node:crypto'
import { type AppendToStreamOptions, downcastRecordedMessage, type Event } from '@event-driven-io/emmett'
import { InvalidEvent, MAX_APPEND_BYTES } from './event-log.ts'

/** An event that every adapter can store: checked, in its stored shape, with an id. */
export type StorableEvent = {
  /** UUID, lower case. */
  readonly id: string
  readonly type: string
  readonly data: Readonly<Record<string, unknown>>
  /** `data` as JSON. */
  readonly dataJson: string
  /** Without messageId (that is `id`) and without what only a recorded event has. */
  readonly metadata: Readonly<Record<string, unknown>>
}

/** Longest stream name, in UTF-16 units: with any prefix it fits the index entries and identifiers of every store. */
const MAX_STREAM_NAME = 200
const MAX_TYPE = 100
const MAX_DEPTH = 100
/** What a store adds to an event beside its data, metadata and type, in bytes; generous. */
const ENVELOPE_BYTES = 64

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/
const NIL_UUID = '00000000-0000-0000-0000-000000000000'
// Control characters would make names that logs and query strings cannot show.
const NAME = /^[^\p{Cc}\p{Cs}]+$/u

/**
 * The events of one append as they will be stored: downcast, checked and, where they have none, given an id.
 *
 * Refused with InvalidEvent, the same for every store: an empty append; an id that is no UUID or stands twice in the
 * batch; an empty type or one that begins with `$`; data or metadata that does not come back from JSON as it went in
 * (bigint, undefined in a list or at the top, NaN, Date, Map, functions, cycles); strings with NUL or lone surrogates,
 * which PostgreSQL and UTF-8 cannot hold; more than MAX_APPEND_BYTES together.
 */
export function storableEvents<EventType extends Event, EventPayloadType extends Event>(
  streamName: string,
  events: readonly EventType[],
  versioning: NonNullable<AppendToStreamOptions<bigint, EventType, EventPayloadType>['schema']>['versioning'],
): StorableEvent[] {
  if (streamName.length > MAX_STREAM_NAME || streamName.startsWith('$') || !NAME.test(streamName))
    throw new InvalidEvent(`${JSON.stringify(streamName)} cannot name a stream`)
  if (events.length === 0) throw new InvalidEvent(`An append to ${streamName} holds no events`)

  let bytes = 0
  const ids = new Set<string>()
  return events.map((event, index) => {
    const where = `Event ${index + 1} of ${events.length} for ${streamName}`
    const stored = downcastRecordedMessage<EventType, EventPayloadType>(event, versioning) as Event & {
      metadata?: Record<string, unknown>
    }
    const { type, data } = stored
    if (typeof type !== 'string' || type.length > MAX_TYPE || type.startsWith('$') || !NAME.test(type))
      throw new InvalidEvent(`${where} has ${JSON.stringify(type)} for a type`)
    const { messageId, streamName: _1, streamPosition: _2, globalPosition: _3, ...metadata } = stored.metadata ?? {}
    const id = messageId === undefined ? randomUUID() : eventId(messageId, where)
    if (ids.has(id)) throw new InvalidEvent(`${where} has the same id as one before it: ${id}`)
    ids.add(id)
    if (typeof data !== 'object' || data === null || Array.isArray(data))
      throw new InvalidEvent(`${where} (${type}) has no object for data`)
    checkJson(data, `${where} (${type}): data`, 0)
    checkJson(metadata, `${where} (${type}): metadata`, 0)
    const dataJson = JSON.stringify(data)
    bytes +=
      ENVELOPE_BYTES + 2 * type.length + Buffer.byteLength(dataJson) + Buffer.byteLength(JSON.stringify(metadata))
    if (bytes > MAX_APPEND_BYTES)
      throw new InvalidEvent(`${where} makes the append too large: more than ${MAX_APPEND_BYTES} bytes`)
    return { id, type, data, dataJson, metadata }
  })
}

function eventId(messageId: unknown, where: string): string {
  const id = typeof messageId === 'string' ? messageId.toLowerCase() : ''
  if (!UUID.test(id) || id === NIL_UUID) throw new InvalidEvent(`${where} has an id that is not a UUID`)
  return id
}

/** Throws unless `JSON.parse(JSON.stringify(value))` gives the same value, but for properties that are undefined: those are left out. */
function checkJson(value: unknown, where: string, depth: number): void {
  switch (typeof value) {
    case 'string':
      checkText(value, where)
      return
    case 'boolean':
      return
    case 'number':
      if (!Number.isFinite(value)) throw new InvalidEvent(`${where} is ${value}, which JSON cannot hold`)
      return
    case 'object':
      break
    default:
      throw new InvalidEvent(`${where} is a ${typeof value}, which JSON cannot hold`)
  }
  if (value === null) return
  if (depth > MAX_DEPTH) throw new InvalidEvent(`${where} is nested deeper than ${MAX_DEPTH} levels, or in a circle`)
  if (Array.isArray(value)) {
    for (let index = 0; index < value.length; index++) checkJson(value[index], `${where}[${index}]`, depth + 1)
    return
  }
  const prototype = Object.getPrototypeOf(value)
  if (prototype !== Object.prototype && prototype !== null)
    throw new InvalidEvent(`${where} is a ${value.constructor.name}, which JSON does not give back`)
  for (const [key, child] of Object.entries(value)) {
    checkText(key, where)
    if (child !== undefined) checkJson(child, `${where}.${key}`, depth + 1)
  }
}

function checkText(text: string, where: string): void {
  if (!text.isWellFormed()) throw new InvalidEvent(`${where} holds half of a surrogate pair`)
  if (text.includes('\u0000')) throw new InvalidEvent(`${where} holds a NUL character`)
}
