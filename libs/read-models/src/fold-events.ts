import type { Batch, Recorded } from '@pathlight/event-log/event-log.ts'
import { pauses } from '@pathlight/stores/pauses.ts'
import { StoreUnavailable } from '@pathlight/stores/store-unavailable.ts'
import { checkDocument, checkIndexed } from './document-rules.ts'
import { type ParkedStream, parkedStream } from './parked-streams.ts'
import type { AnyProjection } from './projection.ts'
import { type Document, type Held, InvalidDocument } from './read-model-store.ts'

/** The number of tries for an event before its stream is parked. */
const TRIES = 3

export type Folded = {
  /** The changed documents by id. */
  readonly docs: ReadonlyMap<string, Held>
  /** The ids of documents that the store did not have. */
  readonly newIds: ReadonlySet<string>
  /** The streams that were parked while the events were applied. */
  readonly parked: readonly ParkedStream[]
  /** The number of characters in the JSON of the changed documents. */
  readonly units: number
}

/**
 * A part of a batch: events up to a position. `closed`: the person whose account the last event closes, or null. This
 * person's documents are removed after the events.
 */
export type Stretch = {
  readonly events: readonly Recorded[]
  readonly position: bigint
  readonly closed: string | null
}

/** Splits a batch into stretches, so that each event that closes an account is a stretch of its own. */
export function* stretches({ events, position }: Batch, closing: string): Generator<Stretch> {
  let start = 0
  for (const [i, event] of events.entries()) {
    const { type, data, metadata } = event
    if (type !== closing) continue
    const before = events.slice(start, i)
    const last = before.at(-1)
    if (last) yield { events: before, position: last.metadata.globalPosition, closed: null }
    yield { events: [event], position: metadata.globalPosition, closed: String(data.userId) }
    start = i + 1
  }
  yield { events: events.slice(start), position, closed: null }
}

/** An event with the ids of the documents that it changes, or with the error that the projection's `ids` threw. */
type Step = { readonly event: Recorded } & ({ readonly ids: readonly string[] } | { readonly error: unknown })

/**
 * Applies the projection's events to the stored documents, in the order of the log. An event is applied only to
 * documents whose position is smaller, so a replay changes nothing twice. If an event makes an invalid document, or
 * throws anything but StoreUnavailable, none of its documents change, and its stream is parked: the stream's later
 * events are skipped, except those that remove documents.
 */
export async function foldEvents(
  projection: AnyProjection,
  events: readonly Recorded[],
  /** Reads the stored documents of these ids. */
  load: (ids: readonly string[]) => Promise<ReadonlyMap<string, Held>>,
  /** For each parked stream, by its name, the log position from which it is parked. */
  parkedFrom: ReadonlyMap<string, bigint>,
  /** People whose accounts were closed before these events. */
  closed: Pick<ReadonlySet<string>, 'has'>,
): Promise<Folded> {
  const steps = events
    .filter(({ type, metadata, unreadable }) => {
      if (!projection.handles.includes(type)) return false
      // Another device may write an event while the account is being closed. Once the person's key is destroyed, no
      // rebuild can read this event. So it is skipped now, too.
      if (!projection.outlivesPeople && (unreadable || closed.has(metadata.userId))) return false
      const from = parkedFrom.get(metadata.streamName)
      return from === undefined || metadata.globalPosition < from || isRemoval(projection, type)
    })
    .map((event): Step => {
      try {
        const ids = tried(() => projection.ids(event))
        return { event, ids: typeof ids === 'string' ? [ids] : [...new Set(ids)] }
      } catch (error) {
        if (error instanceof StoreUnavailable) throw error
        return { event, error }
      }
    })
  const ids = new Set(steps.flatMap((step) => ('ids' in step ? step.ids : [])))
  const stored: ReadonlyMap<string, Held> = ids.size === 0 ? new Map() : await load([...ids])
  try {
    return await apply(projection, steps, stored, false)
  } catch (error) {
    if (!(error instanceof InvalidDocument)) throw error
    // The events are applied again, with a check after each event, in order to find the faulty one.
    return apply(projection, steps, stored, true)
  }
}

/**
 * Applies the steps. Throws InvalidDocument for an invalid document. With `checkEach`, the stream of the faulty event
 * is parked instead.
 */
async function apply(
  projection: AnyProjection,
  steps: readonly Step[],
  stored: ReadonlyMap<string, Held>,
  checkEach: boolean,
): Promise<Folded> {
  const docs = new Map<string, Held>()
  const parked = new Map<string, ParkedStream>()
  const evolved = (id: string, event: Recorded): Held | null => {
    const at = event.metadata.globalPosition
    const held = docs.get(id) ?? stored.get(id)
    if (held !== undefined && held.at >= at) return null
    const current = held?.doc ?? null
    const doc = isRemoval(projection, event.type) ? null : tried(() => projection.evolve(current, event, id))
    if (checkEach && doc !== null) check(projection, id, doc)
    // An unchanged document need not be written, because a replay of the event gives the same document.
    return doc === current ? null : { doc, at }
  }

  const pause = pauses()
  for (const step of steps) {
    const rest = pause()
    if (rest) await rest
    const { event } = step
    if (parked.size > 0 && parked.has(event.metadata.streamName) && !isRemoval(projection, event.type)) continue
    try {
      if ('error' in step) throw step.error
      const results = step.ids.map((id) => [id, evolved(id, event)] as const)
      for (const [id, result] of results) if (result !== null) docs.set(id, result)
    } catch (error) {
      if (error instanceof StoreUnavailable) throw error
      parked.set(event.metadata.streamName, parkedStream(projection.name, event, error))
    }
  }
  let units = 0
  for (const [id, { doc }] of docs) {
    const rest = pause()
    if (rest) await rest
    units += check(projection, id, doc ?? {})
  }
  const newIds = new Set([...docs.keys()].filter((id) => !stored.has(id)))
  return { docs, newIds, parked: [...parked.values()], units }
}

const isRemoval = ({ removes }: AnyProjection, type: string): boolean => removes?.includes(type) === true

function check(projection: AnyProjection, id: string, doc: Document): number {
  checkIndexed(projection, id, doc)
  return checkDocument(projection.name, id, doc)
}

/**
 * Tries the work up to TRIES times, because the first reading of an event's personal fields may fail temporarily.
 * Throws StoreUnavailable at once.
 */
function tried<T>(work: () => T): T {
  for (let attempt = 1; ; attempt++) {
    try {
      return work()
    } catch (error) {
      if (attempt >= TRIES || error instanceof StoreUnavailable) throw error
    }
  }
}
