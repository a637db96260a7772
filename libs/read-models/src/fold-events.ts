import type { Event } from '@event-driven-io/emmett'
import type { Recorded } from '@pathlight/event-log/event-log.ts'
import { StoreUnavailable } from '@pathlight/stores/store-unavailable.ts'
import { describeError, type ParkedStream, parkedChange } from './parked-streams.ts'
import type { Projection } from './projection.ts'
import type { Change, Document } from './read-model-store.ts'

/** An event that cannot be applied is tried this often before its stream is parked. */
const TRIES = 3

export type AnyProjection = Projection<Document, Event>
/** A document and the position of the last event applied to it; -1n stands for none. */
export type Held = { readonly doc: Document | null; readonly at: bigint }
/** What is parked of one projection, by stream; `counted` is the position up to which skipped events are counted. */
export type Parked = ReadonlyMap<string, { readonly stream: ParkedStream; readonly counted: bigint }>
/** Which documents an event concerns, or why that cannot be said. */
type Step = { readonly event: Recorded } & ({ readonly ids: string | readonly string[] } | { readonly error: unknown })
export type Plan = { readonly steps: readonly Step[]; readonly ids: readonly string[] }

export type Folded = {
  readonly changes: readonly Change[]
  /** The changed documents, for the next batch. */
  readonly docs: ReadonlyMap<string, Held>
  /** Streams that were parked by this batch, or skipped in it. */
  readonly parked: Parked
}

/** Asks the projection which documents the events concern, so that all can be loaded at once. */
export function planEvents(projection: AnyProjection, events: readonly Recorded[], parked: Parked): Plan {
  const ids = new Set<string>()
  /** Events of one document often follow each other: the same string again need not be hashed again. */
  let last: string | null = null
  const steps = events.map((event): Step => {
    if (isParked(parked, event)) return { event, ids: [] }
    try {
      const named = tried(() => projection.ids(event))
      if (typeof named === 'string') {
        if (named !== last) {
          last = named
          ids.add(named)
        }
        return { event, ids: last }
      }
      const concerned = [...new Set(named)]
      for (const id of concerned) ids.add(id)
      return { event, ids: concerned }
    } catch (error) {
      if (error instanceof StoreUnavailable) throw error
      return { event, error }
    }
  })
  return { steps, ids: [...ids] }
}

/**
 * Applies the events, in order, to the documents as they are stored. An event is applied to a document only when it is
 * newer than the document's position: after a crash between documents and checkpoint the replay skips what is there.
 * An event that throws is applied to none of its documents; its stream is parked from there on.
 */
export function foldEvents(
  projection: AnyProjection,
  plan: Plan,
  stored: ReadonlyMap<string, Held>,
  parkedBefore: Parked,
  now: () => string,
): Folded {
  const docs = new Map<string, Held>()
  const parked = new Map<string, { stream: ParkedStream; counted: bigint }>()
  /** Nearly always nothing is parked, and then no stream's name need be looked up. */
  const nowParked = (name: string) =>
    parked.size + parkedBefore.size === 0 ? undefined : (parked.get(name) ?? parkedBefore.get(name))
  const evolved = (id: string, event: Recorded): Held | null => {
    const at = event.metadata.globalPosition
    const held = docs.get(id) ?? stored.get(id)
    if (held !== undefined && held.at >= at) return null
    const current = held?.doc ?? null
    const doc = tried(() => projection.evolve(current, event, id))
    // The same document again: nothing to write, and a replay would come to the same.
    return doc === current ? null : { doc, at }
  }

  for (const step of plan.steps) {
    const { event } = step
    const { streamName, globalPosition: at } = event.metadata
    const before = nowParked(streamName)
    if (before !== undefined && at >= BigInt(before.stream.position)) {
      if (at > before.counted) {
        parked.set(streamName, { stream: { ...before.stream, skipped: before.stream.skipped + 1 }, counted: at })
      }
      continue
    }
    try {
      if ('error' in step) throw step.error
      if (typeof step.ids === 'string') {
        const result = evolved(step.ids, event)
        if (result !== null) docs.set(step.ids, result)
        continue
      }
      const results = step.ids.map((id): [string, Held | null] => [id, evolved(id, event)])
      for (const [id, result] of results) if (result !== null) docs.set(id, result)
    } catch (error) {
      if (error instanceof StoreUnavailable) throw error
      parked.set(streamName, { stream: newlyParked(projection.name, event, error, now()), counted: at })
    }
  }

  const changes = [...docs].map(([id, { doc, at }]): Change => ({ collection: projection.collection, id, doc, at }))
  for (const { stream, counted } of parked.values()) changes.push(parkedChange(stream, counted))
  return { changes, docs, parked }
}

/** The event's stream is parked for a reason that only showed when the documents were stored. */
export function parkEvent(projection: AnyProjection, event: Recorded, error: unknown, now: () => string): Folded {
  const { streamName, globalPosition } = event.metadata
  const stream = newlyParked(projection.name, event, error, now())
  return {
    changes: [parkedChange(stream, globalPosition)],
    docs: new Map(),
    parked: new Map([[streamName, { stream, counted: globalPosition }]]),
  }
}

function isParked(parked: Parked, event: Recorded): boolean {
  if (parked.size === 0) return false
  const found = parked.get(event.metadata.streamName)
  return found !== undefined && event.metadata.globalPosition >= BigInt(found.stream.position)
}

function newlyParked(projection: string, { type, metadata }: Recorded, error: unknown, since: string): ParkedStream {
  return {
    projection,
    stream: metadata.streamName,
    position: String(metadata.globalPosition),
    eventType: type,
    error: describeError(error),
    since,
    skipped: 0,
  }
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
