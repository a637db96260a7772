import { createHash } from 'node:crypto'
import { isStorableId } from './document-rules.ts'
import type { Change, ReadModelStore } from './read-model-store.ts'

const PAGE = 1_000
const MOST_ERROR_CHARACTERS = 2_000

/**
 * A stream that a projection has stopped following, because one of its events could not be applied. Other streams go
 * on. The way back is to mend the definition and rebuild the projection: documents are shared by several streams, and
 * have moved on past the event's position, so it cannot be applied to them late. A rebuild forgets what was parked.
 */
export type ParkedStream = {
  readonly projection: string
  readonly stream: string
  /** Log position of the event that could not be applied, as decimal digits: JSON has no bigint. */
  readonly position: string
  readonly eventType: string
  readonly error: string
  /** ISO 8601 instant, UTC. */
  readonly since: string
  /** Later events of the stream that were passed over. */
  readonly skipped: number
}

/** The collection that holds what a projection has parked: of its own, so that its rebuild drops it. */
export function parkedCollection(projection: string): string {
  return `${projection}_parked`
}

/** What the projections have parked, in the order of their names, then of the streams. */
export async function parkedStreams(
  store: ReadModelStore,
  projections: readonly { name: string }[],
): Promise<ParkedStream[]> {
  const all: ParkedStream[] = []
  for (const { name } of projections) {
    const parked = store.collection<ParkedStream>(parkedCollection(name))
    for (let skip = 0; ; skip += PAGE) {
      const page = await parked.find({ sort: [['stream', 'asc']], limit: PAGE, skip })
      all.push(...page)
      if (page.length < PAGE) break
    }
  }
  return all
}

/** The error in words that every store can keep. */
export function describeError(error: unknown): string {
  const text = error instanceof Error ? `${error.name}: ${error.message}` : String(error)
  return text.toWellFormed().replaceAll('\0', '').slice(0, MOST_ERROR_CHARACTERS).toWellFormed()
}

/** A stream's name is its document's id, unless no document could have it. */
export function parkedId(stream: string): string {
  return isStorableId(stream) ? stream : createHash('sha256').update(stream).digest('hex')
}

export function parkedChange(parked: ParkedStream, at: bigint): Change {
  return { collection: parkedCollection(parked.projection), id: parkedId(parked.stream), doc: parked, at }
}
