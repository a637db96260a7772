import { createHash, hash } from 'node:crypto'
import { canonicalJson } from '@pathlight/event-log/canonical-json.ts'
import { foldEvents, stretches } from './fold-events.ts'
import type { ProjectedLog } from './pack.ts'
import { everyDocument, parkedFrom } from './parked-streams.ts'
import type { AnyProjection } from './projection.ts'
import { type Checkpoint, type Document, type Held, type ReadModelStore, whatIsRead } from './read-model-store.ts'

/** The most documents in memory. If there are more, the log is read several times. */
const MOST_IN_MEMORY = 100_000
/** How often, at most, documents that differ are compared again because the projection moved during the comparison. */
const ROUNDS = 3

export type Verdict = {
  readonly generation: number
  /** The position up to which the documents were compared. */
  readonly position: bigint
  readonly documents: number
  /** A SHA-256 in hex, made from the ids and contents of all stored documents. */
  readonly hash: string
  /**
   * The ids of documents that differ from those that the events give, that are missing in the store, or that should not
   * exist.
   */
  readonly different: readonly string[]
  /** Streams with an event that cannot be applied, although the store does not list them as parked. */
  readonly unparked: readonly string[]
}

export type VerifyOptions = {
  readonly log: ProjectedLog
  readonly store: ReadModelStore
  readonly projection: AnyProjection
  readonly closing: string
  /** Called with the progress of the comparison, from 0 to 1. */
  readonly onProgress?: (part: number) => void
}

/**
 * Applies all events of the log again, and compares the result with the documents that readers see. People may write
 * meanwhile. Returns null if no generation is live.
 */
export async function verifyProjection(options: VerifyOptions): Promise<Verdict | null> {
  const { store, projection, onProgress = () => {} } = options
  const at = await whereItIs(store, projection.name)
  if (at === null) return null
  const parts = 1 + Math.floor((await store.generation(projection, at.generation).count()) / MOST_IN_MEMORY)
  const partOf = (id: string) => (parts === 1 ? 0 : Number.parseInt(sha256(id).slice(0, 8), 16) % parts)
  const compared: Compared[] = []
  for (let part = 0; part < parts; part++) {
    const report = (done: number) => onProgress((part + done) / parts)
    compared.push(await compare(options, at, (id) => partOf(id) === part, report))
  }
  let different: readonly string[] = compared.flatMap((one) => one.different)
  // A document may differ only because the projection moved during the comparison. So the documents that differ are
  // compared again, at a later position.
  let place = at
  for (let round = 0; different.length > 0 && round < ROUNDS; round++) {
    const now = await whereItIs(store, projection.name)
    if (now === null || now.generation !== place.generation || now.position === place.position) break
    place = now
    const suspects = new Set(different)
    different = (await compare(options, place, (id) => suspects.has(id))).different
  }
  return {
    generation: at.generation,
    position: at.position,
    documents: compared.reduce((sum, { documents }) => sum + documents, 0),
    hash: sha256(compared.map((one) => one.hash).join()),
    different,
    unparked: [...new Set(compared.flatMap((one) => one.unparked))],
  }
}

type Compared = Pick<Verdict, 'documents' | 'hash' | 'different' | 'unparked'>

/** The checkpoint of the live generation. */
const whereItIs = async (store: ReadModelStore, name: string): Promise<Checkpoint | null> =>
  whatIsRead(await store.checkpoints()).get(name) ?? null

async function compare(
  { store, projection, ...rest }: VerifyOptions,
  place: Checkpoint,
  isOurs: (id: string) => boolean,
  onProgress: (part: number) => void = () => {},
): Promise<Compared> {
  const parked = await parkedFrom(store, projection.name, place.generation)
  const { docs, unparked } = await fold({ store, projection, ...rest }, place.position, parked, isOurs, onProgress)
  const hashes = createHash('sha256')
  const different: string[] = []
  let documents = 0
  for await (const { id, doc, at } of everyDocument(store.generation(projection, place.generation))) {
    if (!isOurs(id)) continue
    documents++
    const stored = digest(doc)
    hashes.update(id).update(stored)
    const folded = docs.get(id)
    docs.delete(id)
    // A document that has changed after this position may differ.
    if (at <= place.position && (folded === undefined || digest(folded.doc) !== stored)) different.push(id)
  }
  return { documents, hash: hashes.digest('hex'), different: [...different, ...docs.keys()], unparked }
}

/**
 * Makes the documents from the events up to the position `until`, but only those whose ids `isOurs` accepts.
 * `unparked`: as in Verdict.
 */
async function fold(
  { log, projection, closing }: VerifyOptions,
  until: bigint,
  parked: ReadonlyMap<string, bigint>,
  isOurs: (id: string) => boolean,
  onProgress: (part: number) => void,
): Promise<{ docs: Map<string, Held>; unparked: string[] }> {
  const docs = new Map<string, Held>()
  const parkedFrom = new Map(parked)
  const closedPeople = new Set<string>()
  const unparked: string[] = []
  const ours: AnyProjection = { ...projection, ids: (event) => [projection.ids(event)].flat().filter(isOurs) }
  const load = async (): Promise<ReadonlyMap<string, Held>> => docs
  for await (const batch of log.batches({ after: 0n, live: false, until, alsoUnreadable: true })) {
    for (const { events: some, closed } of stretches(batch, closing)) {
      const folded = await foldEvents(ours, some, load, parkedFrom, closedPeople)
      for (const [id, held] of folded.docs) {
        if (held.doc === null) docs.delete(id)
        else docs.set(id, held)
      }
      for (const { stream, position: from } of folded.parked) {
        unparked.push(stream)
        parkedFrom.set(stream, BigInt(from))
      }
      if (closed !== null) closedPeople.add(closed)
      if (closed !== null && !projection.outlivesPeople)
        for (const [id, { doc }] of docs) if (doc?.user_id === closed) docs.delete(id)
    }
    onProgress(Number(batch.position) / Number(until))
  }
  return { docs, unparked }
}

const sha256 = (text: string): string => hash('sha256', text)

/** The digest of a document. It does not depend on the order of the fields. */
const digest = (doc: Document | null): string => sha256(canonicalJson(doc))
