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

/** A removed document stays as its id and the position of its removal: what is older must never bring it back. */
export type Stored = { _id: string; at: bigint; doc?: Document }
/** Stores the document, unless what is stored under its id is as new; leaves it without a `doc` to remove it. */
export type Upsert = {
  readonly filter: Filter<Stored> & { _id: string }
  readonly replacement: Omit<Stored, '_id'>
  /** It was not there a moment ago. */
  readonly isNew: boolean
}

export const isDuplicateKey = (error: unknown): boolean =>
  error instanceof MongoServerError && error.code === DUPLICATE_KEY

/** Replacements in one command. A server may answer nothing else meanwhile, not even the driver that asks whether it is there. */
const MOST_REPLACED = 50

const WRITE = { ignoreUndefined: true } as const

const insertion = ({ filter, replacement }: Upsert): AnyBulkWriteOperation<Stored> => ({
  insertOne: { document: { _id: filter._id, ...replacement } },
})
const replacing = ({ filter, replacement }: Upsert): AnyBulkWriteOperation<Stored> => ({
  replaceOne: { filter, replacement, upsert: true },
})

/** The same, one by one: a duplicate key means that what is there is as new. */
const oneByOne = async (collection: MongoCollection<Stored>, upserts: readonly Upsert[]): Promise<void> => {
  for (const { filter, replacement } of upserts)
    await collection.replaceOne(filter, replacement, { ...WRITE, upsert: true }).catch((error: unknown) => {
      if (!isDuplicateKey(error)) throw error
    })
}

/**
 * Stores what is newer than what is there, in any order. What is new is inserted, the rest replaced where it is older. Each in one command, until
 * one says that a document is there and as new: servers of this protocol differ in what they did of the others, so all are repeated.
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
  const made = upserts.filter(({ isNew }) => isNew)
  const others = upserts.filter(({ isNew }) => !isNew)
  if (made.length > 0) await write(made, insertion)
  for (let from = 0; from < others.length; from += MOST_REPLACED)
    await write(others.slice(from, from + MOST_REPLACED), replacing)
}
