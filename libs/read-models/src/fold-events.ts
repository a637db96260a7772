import type { Batch, Recorded } from '@pathlight/event-log/event-log.ts'
import { pauses } from '@pathlight/stores/pauses.ts'
import { StoreUnavailable } from '@pathlight/stores/store-unavailable.ts'
import { checkDocument, checkIndexed } from './document-rules.ts'
import { type ParkedStream, parkedStream } from './parked-streams.ts'
import type { AnyProjection } from './projection.ts'
import { type Document, type Held, InvalidDocument } from './read-model-store.ts'

/** An event that cannot be applied is tried this often before its stream is parked. */
const TRIES = 3

export type Folded = {
  /** Documents that the events changed, by id. */
  readonly docs: ReadonlyMap<string, Held>
  /** Those of the documents that the store did not have. */
  readonly newIds: ReadonlySet<string>
  /** Streams that these events parked. */
  readonly parked: readonly ParkedStream[]
  /** About the number of characters in the changed documents. */
  readonly units: number
}

/** Events up to a position. `closed`: a person whose documents are removed after them. */
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

/** The ids of the documents that an event changes, or the error of finding them. */
type Step = { readonly event: Recorded } & ({ readonly ids: ReadonlySet<string> } | { readonly error: unknown })

/**
 * Applies the events that the projection handles, in order, to the documents as they are stored. A document takes only
 * events that are newer than it: after a crash between documents and checkpoint the replay skips what is there. An
 * event that throws, or makes a document that cannot be kept, is applied to none of its documents. Its stream is parked
 * from there on, but for what removes documents.
 */
export async function foldEvents(
  projection: AnyProjection,
  events: readonly Recorded[],
  /** The documents under these ids, as they are stored. */
  load: (ids: readonly string[]) => Promise<ReadonlyMap<string, Held>>,
  /** Log positions from which on streams are parked. */
  parkedFrom: ReadonlyMap<string, bigint>,
  /** People whose accounts were closed before these events. */
  closed: Pick<ReadonlySet<string>, 'has'>,
): Promise<Folded> {
  const steps = events
    .filter(({ type, metadata, unreadable }) => {
      if (!projection.handles.includes(type)) return false
      // What another device wrote at the moment of the closing is there until the key is gone, and in no rebuild after that.
      if (!projection.outlivesPeople && (unreadable || closed.has(metadata.userId))) return false
      const from = parkedFrom.get(metadata.streamName)
      return from === undefined || metadata.globalPosition < from || isRemoval(projection, type)
    })
    .map((event): Step => {
      try {
        return { event, ids: new Set([tried(() => projection.ids(event))].flat()) }
      } catch (error) {
        if (error instanceof StoreUnavailable) throw error
        return { event, error }
      }
    })
  const ids = new Set(steps.flatMap((step) => ('ids' in step ? [...step.ids] : [])))
  const stored: ReadonlyMap<string, Held> = ids.size === 0 ? new Map() : await load([...ids])
  try {
    return await apply(projection, steps, stored, false)
  } catch (error) {
    if (!(error instanceof InvalidDocument)) throw error
    // Again, with a check after each event, to find the event to blame.
    return apply(projection, steps, stored, true)
  }
}

/** Throws InvalidDocument where a document cannot be kept. With `checkEach`, the stream of the event that made it so is parked instead. */
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
    // The same document: nothing to write, and a replay makes the same.
    return doc === current ? null : { doc, at }
  }

  const pause = pauses()
  for (const step of steps) {
    await pause()
    const { event } = step
    if (parked.size > 0 && parked.has(event.metadata.streamName) && !isRemoval(projection, event.type)) continue
    try {
      if ('error' in step) throw step.error
      const results = Array.from(step.ids, (id) => [id, evolved(id, event)] as const)
      for (const [id, result] of results) if (result !== null) docs.set(id, result)
    } catch (error) {
      if (error instanceof StoreUnavailable) throw error
      parked.set(event.metadata.streamName, parkedStream(projection.name, event, error))
    }
  }
  let units = 0
  for (const [id, { doc }] of docs) {
    await pause()
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

/** `evolve` is pure, but what it reads (an event whose personal fields are opened on first use) may fail for a moment. */
function tried<T>(work: () => T): T {
  for (let attempt = 1; ; attempt++) {
    try {
      return work()
    } catch (error) {
      if (attempt >= TRIES || error instanceof StoreUnavailable) throw error
    }
  }
}
