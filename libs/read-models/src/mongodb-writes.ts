import { StoreUnavailable } from '@pathlight/stores/store-unavailable.ts'
import {
  type AnyBulkWriteOperation,
  type Filter,
  MongoBulkWriteError,
  type Collection as MongoCollection,
  MongoServerError,
} from 'mongodb'
import type { Document } from './read-model-store.ts'

const DUPLICATE_KEY = 11_000

/** A removed document stays as its id and the position of its removal: what is older must never bring it back. */
export type Stored = { _id: string; at: bigint; doc?: Document }
/** Stores the document, unless what is stored under its id is as new; leaves it without a `doc` to remove it. */
export type Upsert = { readonly filter: Filter<Stored> & { _id: string }; readonly replacement: Omit<Stored, '_id'> }

export const isDuplicateKey = (error: unknown): boolean =>
  error instanceof MongoServerError && error.code === DUPLICATE_KEY

/** FerretDB finds one document by its id at once, several by looking through all. */
export const amongIds = (ids: readonly string[]): Filter<Stored> => ({
  _id: ids.length === 1 && ids[0] !== undefined ? ids[0] : { $in: ids },
})

/**
 * Stores what is newer than what is there: so many at once, inserted where nothing is, for FerretDB looks through the whole
 * collection for an upsert that inserts. A duplicate key means that a document is as new, or that another runner made it at this
 * moment: then all are repeated one by one, for FerretDB does not say how far it came.
 */
export async function writeNewer(
  collection: MongoCollection<Stored>,
  upserts: readonly Upsert[],
  mostAtOnce: number,
): Promise<void> {
  for (let start = 0; start < upserts.length; start += mostAtOnce) {
    const some = upserts.slice(start, start + mostAtOnce)
    const ids = some.map(({ filter }) => filter._id)
    const stored = await collection.find(amongIds(ids), { projection: { _id: 1 }, batchSize: ids.length + 1 }).toArray()
    const there = new Set(stored.map(({ _id }) => _id))
    const operations = some.map(
      ({ filter, replacement }): AnyBulkWriteOperation<Stored> =>
        there.has(filter._id)
          ? { replaceOne: { filter, replacement, upsert: true } }
          : { insertOne: { document: { _id: filter._id, ...replacement } } },
    )
    try {
      await collection.bulkWrite(operations, { ordered: false, ignoreUndefined: true })
    } catch (error) {
      // The driver dresses a lost connection as a failed bulk too, but without a code.
      if (error instanceof MongoBulkWriteError && error.code === undefined) throw new StoreUnavailable('MongoDB', error)
      if (!isDuplicateKey(error)) throw error
      for (const { filter, replacement } of some) {
        await collection
          .replaceOne(filter, replacement, { upsert: true, ignoreUndefined: true })
          .catch((again: unknown) => {
            if (!isDuplicateKey(again)) throw again
          })
      }
    }
  }
}
