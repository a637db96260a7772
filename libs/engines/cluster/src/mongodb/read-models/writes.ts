import type { Document } from '@pathlight/read-models/read-model-store.ts'
import { StoreUnavailable } from '@pathlight/stores/store-unavailable.ts'
import {
  type AnyBulkWriteOperation,
  type Filter,
  MongoBulkWriteError,
  type Collection as MongoCollection,
  MongoServerError,
} from 'mongodb'

const DUPLICATE_KEY = 11_000

/**
 * A document as MongoDB stores it. Of a removed document, the id and the position of the removal stay, so that an older
 * event cannot restore it.
 */
export type Stored = { _id: string; at: bigint; doc?: Document }
/**
 * A write of one document, which has effect only if the stored document has a smaller position. A replacement without
 * `doc` removes the document.
 */
export type Upsert = {
  readonly filter: Filter<Stored> & { _id: string }
  readonly replacement: Omit<Stored, '_id'>
  /** Whether the last read found no stored document. */
  readonly isNew: boolean
}

export const isDuplicateKey = (error: unknown): boolean =>
  error instanceof MongoServerError && error.code === DUPLICATE_KEY

/**
 * The most replacements in one command. While a command runs, some servers answer nothing else, not even heartbeats.
 */
const MOST_REPLACED = 50

const WRITE = { ignoreUndefined: true } as const

const insertion = ({ filter, replacement }: Upsert): AnyBulkWriteOperation<Stored> => ({
  insertOne: { document: { _id: filter._id, ...replacement } },
})
const replacing = ({ filter, replacement }: Upsert): AnyBulkWriteOperation<Stored> => ({
  replaceOne: { filter, replacement, upsert: true },
})

/**
 * Writes document by document. The filter of an upsert matches only an older stored document. If the stored document is
 * as new or newer, MongoDB tries to insert a second one, and reports a duplicate key. This is no failure, because the
 * stored document stays.
 */
const oneByOne = async (collection: MongoCollection<Stored>, upserts: readonly Upsert[]): Promise<void> => {
  for (const { filter, replacement } of upserts)
    await collection.replaceOne(filter, replacement, { ...WRITE, upsert: true }).catch((error: unknown) => {
      if (!isDuplicateKey(error)) throw error
    })
}

/**
 * Does all writes: first inserts the new documents together, then replaces the others in groups. If a command
 * fails on a duplicate key, its writes are repeated one by one, because servers differ in how many writes of a failed
 * command they have done.
 */
export const writeNewer = async (collection: MongoCollection<Stored>, upserts: readonly Upsert[]): Promise<void> => {
  const write = (some: readonly Upsert[], operation: (one: Upsert) => AnyBulkWriteOperation<Stored>) =>
    collection.bulkWrite(some.map(operation), { ...WRITE, ordered: false }).then(
      () => undefined,
      (error: unknown) => {
        if (isDuplicateKey(error)) return oneByOne(collection, some)
        // The driver may report a lost connection as a failed bulk write without a code.
        const isLost = error instanceof MongoBulkWriteError && error.code === undefined
        throw isLost ? new StoreUnavailable('MongoDB', error) : error
      },
    )
  const insertions = upserts.filter(({ isNew }) => isNew)
  const others = upserts.filter(({ isNew }) => !isNew)
  if (insertions.length > 0) await write(insertions, insertion)
  for (let from = 0; from < others.length; from += MOST_REPLACED)
    await write(others.slice(from, from + MOST_REPLACED), replacing)
}
