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

/** A removed document stays as its id and the position of its removal, so that an older event cannot bring it back. */
export type Stored = { _id: string; at: bigint; doc?: Document }
/** Stores the document, unless the stored one is as new; without `doc` it is removed. */
export type Upsert = {
  readonly filter: Filter<Stored> & { _id: string }
  readonly replacement: Omit<Stored, '_id'>
  /** The document was not stored at the last read. */
  readonly isNew: boolean
}

export const isDuplicateKey = (error: unknown): boolean =>
  error instanceof MongoServerError && error.code === DUPLICATE_KEY

/** Replacements in one command. While it runs, some servers answer nothing else, not even heartbeats. */
const MOST_REPLACED = 50

const WRITE = { ignoreUndefined: true } as const

const insertion = ({ filter, replacement }: Upsert): AnyBulkWriteOperation<Stored> => ({
  insertOne: { document: { _id: filter._id, ...replacement } },
})
const replacing = ({ filter, replacement }: Upsert): AnyBulkWriteOperation<Stored> => ({
  replaceOne: { filter, replacement, upsert: true },
})

/** Writes one by one. A duplicate key means that the stored document is as new or newer. */
const oneByOne = async (collection: MongoCollection<Stored>, upserts: readonly Upsert[]): Promise<void> => {
  for (const { filter, replacement } of upserts)
    await collection.replaceOne(filter, replacement, { ...WRITE, upsert: true }).catch((error: unknown) => {
      if (!isDuplicateKey(error)) throw error
    })
}

/**
 * Stores documents that are newer than the stored ones, in any order: one command inserts the new ones, one replaces the others.
 * If a command fails on a duplicate key, all its writes are repeated one by one, because servers differ in which of them they have
 * done by then.
 */
export const writeNewer = async (collection: MongoCollection<Stored>, upserts: readonly Upsert[]): Promise<void> => {
  const write = (some: readonly Upsert[], operation: (one: Upsert) => AnyBulkWriteOperation<Stored>) =>
    collection.bulkWrite(some.map(operation), { ...WRITE, ordered: false }).then(
      () => undefined,
      (error: unknown) => {
        if (isDuplicateKey(error)) return oneByOne(collection, some)
        // The driver dresses a lost connection as a failed bulk too, but without a code.
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
