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
  /** It was not there a moment ago; null: that is not known. */
  readonly isNew: boolean | null
}
/** Stores what is newer than what is there. */
export type Writer = (collection: MongoCollection<Stored>, upserts: readonly Upsert[]) => Promise<void>

export const isDuplicateKey = (error: unknown): boolean =>
  error instanceof MongoServerError && error.code === DUPLICATE_KEY

/** Any order, as one bulk. Throws MongoBulkWriteError where some cannot be done. */
export async function bulk(
  collection: MongoCollection<Stored>,
  operations: AnyBulkWriteOperation<Stored>[],
): Promise<void> {
  try {
    await collection.bulkWrite(operations, { ordered: false, ignoreUndefined: true })
  } catch (error) {
    // The driver dresses a lost connection as a failed bulk too, but without a code.
    const isLost = error instanceof MongoBulkWriteError && error.code === undefined
    throw isLost ? new StoreUnavailable('MongoDB', error) : error
  }
}

/** A bulk of both kinds is two commands: insertions are worth one of their own where there are so many. */
const MANY_NEW = 100

export const insertion = ({ filter, replacement }: Upsert): AnyBulkWriteOperation<Stored> => ({
  insertOne: { document: { _id: filter._id, ...replacement } },
})
export const replacing =
  (upsert: boolean) =>
  ({ filter, replacement }: Upsert): AnyBulkWriteOperation<Stored> => ({ replaceOne: { filter, replacement, upsert } })

/**
 * Insertions and guarded upserts in one bulk. A duplicate key means that the document is there and as new, or that
 * another runner made it at this moment. Then it is replaced if it is older, which may find nothing to do.
 */
export const bulkWriter: Writer = async (collection, upserts) => {
  const made = upserts.filter(({ isNew }) => isNew === true).length
  const inserts = made === upserts.length || made >= MANY_NEW
  try {
    const operations = upserts.map((one) => (inserts && one.isNew ? insertion(one) : replacing(true)(one)))
    await bulk(collection, operations)
  } catch (error) {
    if (!(error instanceof MongoBulkWriteError)) throw error
    const failures = [error.writeErrors].flat()
    if (failures.length === 0 || failures.some(({ code }) => code !== DUPLICATE_KEY)) throw error
    const there = failures.flatMap(({ index }) => upserts[index] ?? [])
    await bulk(collection, there.map(replacing(false)))
  }
}
