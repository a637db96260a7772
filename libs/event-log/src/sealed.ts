import type { KeyObject } from 'node:crypto'
import { pauses } from '@pathlight/stores/pauses.ts'
import {
  type Batch,
  type EventLog,
  InvalidEvent,
  type Recorded,
  type RecordedMetadata,
  type StreamAppend,
} from './event-log.ts'
import { patiently } from './patience.ts'
import { ENVELOPE, sealedBytes, sealPersonal, unseal } from './seal.ts'
import { eachPrepared, type StorableEvent, type StorableEventLog, storableEvents } from './storable-events.ts'
import { KEY_TTL_MS, userKeys } from './user-keys.ts'

export type SealedOptions = {
  /** The 32-byte key that seals a user's personal data. Null if the account is closed or never existed. */
  readonly keyOf: (userId: string) => Promise<Uint8Array | null>
  /** The facts about each event type. A type that is not listed has no personal fields and one shape. */
  readonly kinds: EventKinds
  /**
   * How long a key stays in memory, in milliseconds. For that time after an account was closed, this process can still
   * open the account's data. At least 1; default KEY_TTL_MS.
   */
  readonly keyTtlMs?: number
  /** Called each time a feed waits because the keys cannot be read. */
  readonly onTrouble?: (error: unknown) => void
}

type EventKind = {
  readonly schemaVersion: number
  /** The personal fields of `data`. A field stays in this list for ever, because old events may have it. */
  readonly personal: readonly string[]
  /** Returns the fields that an event of an older schema version lacks. */
  readonly upcast?: (data: Recorded['data'], schemaVersion: number) => Recorded['data']
  /** Whether the event is read even after its user's key is destroyed. */
  readonly outlivesKey?: true
}
export type EventKinds = Readonly<Record<string, EventKind>>

export type SealedEventLog = EventLog & {
  /** Drops a user's key from memory, after the key was destroyed. */
  forget(userId: string): void
}

export type PlainFeed = Pick<EventLog, 'identity' | 'end' | 'idAt' | 'batches'>

/** An event's personal fields cannot be opened: the event was changed, or sealed with another key. */
export class SealBroken extends Error {
  readonly code = 'seal_broken'
  readonly streamName: string
  readonly position: bigint

  constructor({ streamName, globalPosition }: RecordedMetadata, cause: unknown) {
    super(
      `The personal data of the event at ${globalPosition}, in ${streamName}, cannot be opened with its user's key`,
      {
        cause,
      },
    )
    this.name = 'SealBroken'
    this.streamName = streamName
    this.position = globalPosition
  }
}

/** The user has no key, so no personal data can be written for that user. */
export class NoDataKey extends Error {
  readonly code = 'no_data_key'
}

/**
 * An event log that seals personal fields under the user's key (`metadata.userId`) in an append, and opens them in a
 * read. A read converts events of older shapes into the present shape.
 * After a key was destroyed, every read skips the user's events, except those whose type has `outlivesKey`. Versions
 * and positions of other events stay the same.
 * Reading a stream throws SealBroken if an event's seal is broken. The feed delivers such an event, and only reading
 * its personal fields throws. So a projector can park that stream and go on with others.
 */
export function sealed(log: StorableEventLog, options: SealedOptions): SealedEventLog {
  const { kinds, keyTtlMs = KEY_TTL_MS, onTrouble = () => undefined } = options
  const keys = userKeys(options.keyOf, keyTtlMs)
  const closing = new AbortController()

  const sealEvent = async (streamName: string, event: StorableEvent): Promise<StorableEvent> => {
    const { id, type, data, metadata, metadataJson } = event
    const personal = kinds[type]?.personal ?? []
    if (ENVELOPE in data)
      throw new InvalidEvent(`${type} for ${streamName} has a field of the reserved name ${ENVELOPE}`)
    if (personal.every((field) => data[field] === undefined)) return event
    const { userId, schemaVersion } = metadata
    if (typeof userId !== 'string')
      throw new InvalidEvent(`${type} for ${streamName} has personal fields but no userId`)
    const key = await keys.get(userId)
    if (!key) throw new NoDataKey(`There is no key to seal the personal data of user ${userId} with`)
    const stored = sealPersonal(data, personal, key, { streamName, type, schemaVersion })
    return { id, type, data: stored, dataJson: JSON.stringify(stored), metadata, metadataJson }
  }

  /** The keys of the users of these events. Null for a user without a key. */
  const keysFor = async (events: readonly Recorded[]): Promise<Keys> => {
    const users = new Set(events.map((event) => event.metadata.userId).filter((userId) => userId !== undefined))
    return new Map(await Promise.all(Array.from(users, async (userId) => [userId, await keys.get(userId)] as const)))
  }

  /**
   * The events whose user has a key, and the events without sealed fields that belong to no user or whose type has
   * `outlivesKey`. With `alsoUnreadable` also all others, without their sealed fields. `byUser`: the keys of the
   * events' users.
   */
  const readable = (events: readonly Recorded[], byUser: Keys, alsoUnreadable = false): Recorded[] =>
    events.flatMap((event) => {
      const kind = kinds[event.type]
      const { userId } = event.metadata
      const key = byUser.get(userId)
      const more = alsoUnreadable ? { stored: event.data } : {}
      if (!key && (isSealed(event) || (userId !== undefined && !kind?.outlivesKey)))
        return alsoUnreadable ? [{ ...upcast(withoutSealed(event), kind), ...more, unreadable: true }] : []
      if (!key || !isSealed(event)) return alsoUnreadable ? { ...upcast(event, kind), ...more } : upcast(event, kind)
      const bytes = alsoUnreadable ? { ...more, personalBytes: sealedBytes(event.data[ENVELOPE]) } : {}
      const { data, ...rest } = openWhenRead(event, key, kind?.personal ?? [])
      // `data` is not copied, because a copy would read its personal fields, and so open them.
      return { ...rest, data: Object.assign(data, missingFields(event, kind)), ...bytes }
    })
  /** Opens the personal fields of all events that were read. */
  const opened = async <Read extends { readonly events: readonly Recorded[] }>(reading: Promise<Read>) => {
    const read = await reading
    const events = readable(read.events, await keysFor(read.events))
    return { ...read, events: events.map(({ type, data, metadata }) => ({ type, data: { ...data }, metadata })) }
  }

  return {
    identity: log.identity,
    head: log.head,
    end: log.end,
    idAt: log.idAt,
    forget: keys.forget,

    async appendToStream(streamName, events, appendOptions) {
      // The data is checked before it is sealed, because a sealed text could hide characters that no store can hold.
      const pause = pauses()
      const checked = storableEvents(streamName, events)
      await pause()
      const stored = await Promise.all(checked.map((event) => sealEvent(streamName, event)))
      return log.appendStorable(streamName, stored, appendOptions)
    },

    appendEach(appends) {
      const stored = async ({ streamName, events, ...appendOptions }: StreamAppend) => {
        const checked = storableEvents(streamName, events)
        return {
          streamName,
          events: await Promise.all(checked.map((one) => sealEvent(streamName, one))),
          ...appendOptions,
        }
      }
      return eachPrepared(appends, stored, log.appendStorableEach)
    },

    readStream: (streamName, page) => opened(log.readStream(streamName, page)),
    readEnds: (streamName, endsOptions) => opened(log.readEnds(streamName, endsOptions)),

    async *batches(batchOptions): AsyncGenerator<Batch> {
      const { signal } = batchOptions
      const stop = signal ? AbortSignal.any([signal, closing.signal]) : closing.signal
      for await (const { events, position } of log.batches(batchOptions)) {
        const byUser = await patiently(() => keysFor(events), stop, onTrouble)
        if (!byUser) return
        yield { events: readable(events, byUser, batchOptions.alsoUnreadable), position }
      }
    },

    async close() {
      closing.abort()
      await log.close()
    },
  }
}

/**
 * The feed for a reader that needs no personal fields and no keys. Events come in their present shape without those
 * fields, including events of people whose key is gone.
 */
export const withoutPersonalData = (log: EventLog, kinds: EventKinds): PlainFeed => ({
  identity: log.identity,
  end: log.end,
  idAt: log.idAt,
  async *batches(options): AsyncGenerator<Batch> {
    for await (const { events, position } of log.batches(options))
      yield {
        events: events.map((event) => upcast(withoutSealed(event), kinds[event.type])),
        position,
      }
  },
})

type Keys = ReadonlyMap<string, KeyObject | null>
type Sealed = Recorded & { readonly data: { readonly [ENVELOPE]: string } }

const isSealed = (event: Recorded): event is Sealed => typeof event.data[ENVELOPE] === 'string'

/** The event without its envelope. `personalBytes` has the length of the envelope's content. */
function withoutSealed(event: Recorded): Recorded {
  if (!isSealed(event)) return event
  const { [ENVELOPE]: envelope, ...data } = event.data
  return { ...event, data, personalBytes: sealedBytes(envelope) }
}

/** The fields that an event of an older shape lacks; undefined if its shape is the present one. */
function missingFields({ data, metadata: { schemaVersion } }: Recorded, kind: EventKind | undefined) {
  return kind && schemaVersion < kind.schemaVersion ? kind.upcast?.(data, schemaVersion) : undefined
}

/** The event in its present shape. Personal fields stay as they are, opened or not. */
function upcast(event: Recorded, kind: EventKind | undefined): Recorded {
  const missing = missingFields(event, kind)
  return missing ? { ...event, data: { ...event.data, ...missing } } : event
}

/**
 * The event with personal fields that are opened when one of them is first read. Opening takes most of the time of a
 * rebuild, and most handlers read no personal field.
 */
function openWhenRead(event: Sealed, key: KeyObject, fields: readonly string[]): Recorded {
  const { [ENVELOPE]: envelope, ...data } = event.data
  let secret: Readonly<Record<string, unknown>> | null = null
  for (const field of fields)
    Object.defineProperty(data, field, {
      enumerable: true,
      configurable: true,
      get: () => {
        secret ??= unsealed(event, envelope, key)
        return secret[field]
      },
    })
  return { ...event, data }
}

function unsealed(event: Sealed, envelope: string, key: KeyObject): Readonly<Record<string, unknown>> {
  const { streamName, schemaVersion } = event.metadata
  try {
    return unseal(envelope, key, { streamName, type: event.type, schemaVersion })
  } catch (error) {
    throw new SealBroken(event.metadata, error)
  }
}
