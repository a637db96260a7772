import type { Recorded } from '@pathlight/event-log/event-log.ts'
import type { Change, Checkpoint, Document, Generation, ReadModel, ReadModelStore } from './read-model-store.ts'

const PAGE = 1_000
const MOST_ERROR_CHARACTERS = 2_000

/**
 * A stream whose events a projection skips, because one of them could not be applied. Only a rebuild of the projection
 * applies the stream's events again. The faulty event cannot be applied later, because other streams may have changed
 * its documents since.
 */
export type ParkedStream = {
  readonly projection: string
  readonly stream: string
  /**
   * The person whose data the faulty event has. When this person's account is closed, the parked stream is removed,
   * too.
   */
  readonly user_id: string | null
  /** The log position of the faulty event as decimal digits, because JSON has no bigint. */
  readonly position: string
  readonly eventType: string
  readonly error: string
  /** The time of the failure: ISO 8601, UTC. */
  readonly since: string
}

/** The read model of a projection's parked streams. Its generations have the same numbers as the projection's. */
export const parkedModel = (projection: string): ReadModel<ParkedStream> => ({
  name: `${projection}_parked`,
  // When an account is closed, the person's parked streams are found by this index.
  indexes: [['user_id']],
})

/** All documents of a generation, in the order of their ids. */
export async function* everyDocument<D extends Document>(generation: Generation<D>) {
  for (let after = ''; ; ) {
    const page = await generation.page(after, PAGE)
    for (const { doc, ...place } of page) if (doc !== null) yield { ...place, doc }
    const last = page.at(-1)
    if (last === undefined || page.length < PAGE) return
    after = last.id
  }
}

type Store = Pick<ReadModelStore, 'generation'>

/** For each parked stream of a generation, by its name, the log position from which its events are skipped. */
export async function parkedFrom(store: Store, projection: string, generation: number): Promise<Map<string, bigint>> {
  const from = new Map<string, bigint>()
  for await (const { doc } of everyDocument(store.generation(parkedModel(projection), generation)))
    from.set(doc.stream, BigInt(doc.position))
  return from
}

export async function parkedStreams(store: Store, checkpoints: Iterable<Checkpoint>): Promise<ParkedStream[]> {
  const all: ParkedStream[] = []
  for (const { name, generation } of checkpoints)
    for await (const { doc } of everyDocument(store.generation(parkedModel(name), generation))) all.push(doc)
  return all
}

/** Describes an error in a text that every store can hold. */
export function describeError(error: unknown): string {
  const text = error instanceof Error ? `${error.name}: ${error.message}` : String(error)
  return text.toWellFormed().replaceAll('\0', '').slice(0, MOST_ERROR_CHARACTERS).toWellFormed()
}

export function parkedStream(projection: string, event: Recorded, error: unknown): ParkedStream {
  const { streamName, globalPosition, userId } = event.metadata
  return {
    projection,
    stream: streamName,
    user_id: userId ?? null,
    position: String(globalPosition),
    eventType: event.type,
    error: describeError(error),
    since: new Date().toISOString(),
  }
}

/**
 * The change that stores a parked stream. Its document's id is the stream's name, which is always a valid id
 * (event-log/storable-events.ts).
 */
export const parkedChange = (parked: ParkedStream, generation: number): Change => ({
  model: parkedModel(parked.projection).name,
  generation,
  id: parked.stream,
  doc: parked,
  at: BigInt(parked.position),
})
