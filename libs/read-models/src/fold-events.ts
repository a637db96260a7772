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
  /** The changed documents, by id. */
  readonly docs: ReadonlyMap<string, Held>
  /** The ids of documents that the store did not have. */
  readonly newIds: ReadonlySet<string>
  /** The streams that these events parked. */
  readonly parked: readonly ParkedStream[]
  /** Roughly the characters of the changed documents. */
  readonly units: number
}

/** Events up to a position. `closed` is the person whose documents are removed after these events; null if there is none. */
export type Stretch = {
  readonly events: readonly Recorded[]
  readonly position: bigint
  readonly closed: string | null
}

/** Splits a batch so that each closing of an account is a stretch of its own. */
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

/** The ids of the documents that an event changes, or the error in finding them. */
type Step = { readonly event: Recorded } & ({ readonly ids: readonly string[] } | { readonly error: unknown })

/**
 * Applies the events of the projection, in order, to the stored documents. A document takes only events that are newer than it, so
 * a replay after a crash between documents and checkpoint skips the old ones. If an event throws, or makes an invalid document,
 * none of its documents change. Its stream is parked from that event on, except for events that remove documents.
 */
export async function foldEvents(
  projection: AnyProjection,
  events: readonly Recorded[],
  /** Reads the stored documents of these ids. */
  load: (ids: readonly string[]) => Promise<ReadonlyMap<string, Held>>,
  /** By the name of each parked stream: the log position from which it is parked. */
  parkedFrom: ReadonlyMap<string, bigint>,
  /** People whose accounts were closed before these events. */
  closed: Pick<ReadonlySet<string>, 'has'>,
): Promise<Folded> {
  const steps = events
    .filter(({ type, metadata, unreadable }) => {
      if (!projection.handles.includes(type)) return false
      // Another device may write while the account is being closed. Its event is readable until the key is gone, but in no rebuild
      // after that.
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
    // Applies the events again, with a check after each, to find the faulty one.
    return apply(projection, steps, stored, true)
  }
}

/** Throws InvalidDocument for an invalid document. With `checkEach`, the stream of the event that made it is parked instead. */
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
    // Nothing to write: the document is the same, and a replay makes the same.
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

/** Tries `work` again: `evolve` is pure, but reading an event's personal fields on first use may fail for a moment. */
function tried<T>(work: () => T): T {
  for (let attempt = 1; ; attempt++) {
    try {
      return work()
    } catch (error) {
      if (attempt >= TRIES || error instanceof StoreUnavailable) throw error
    }
  }
}
