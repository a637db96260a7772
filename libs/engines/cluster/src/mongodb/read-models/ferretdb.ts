import type { Filter } from 'mongodb'
import { bulk, insertion, isDuplicateKey, replacing, type Stored, type Upsert, type Writer } from './writes.ts'

/** FerretDB 1.24 stands still for ever after a command that replaces more than 100. */
const MOST_OPERATIONS = 50

/** It finds one document by its id at once, several by looking through all. */
export const amongIds = (ids: readonly string[]): Filter<Stored> => ({
  _id: ids.length === 1 && ids[0] !== undefined ? ids[0] : { $in: ids },
})

/**
 * Writes to FerretDB 1.24, the stand-in for MongoDB in tests, which differs from it. An upsert that inserts looks
 * through the whole collection, so what was not there is inserted instead. An unordered bulk stops at its first failure
 * and reports nothing done, so after a failure all are repeated one by one.
 */
export const ferretDbWriter: Writer = async (collection, upserts) => {
  for (let start = 0; start < upserts.length; start += MOST_OPERATIONS) {
    const some = upserts.slice(start, start + MOST_OPERATIONS)
    const unsure = some.filter(({ isNew }) => isNew === null).map(({ filter }) => filter._id)
    const asked = collection.find(amongIds(unsure), { projection: { _id: 1 }, batchSize: unsure.length + 1 })
    const there = new Set(unsure.length === 0 ? [] : (await asked.toArray()).map(({ _id }) => _id))
    const isNew = (one: Upsert) => one.isNew ?? !there.has(one.filter._id)
    try {
      await bulk(
        collection,
        some.map((one) => (isNew(one) ? insertion(one) : replacing(true)(one))),
      )
    } catch (error) {
      if (!isDuplicateKey(error)) throw error
      for (const { filter, replacement } of some) {
        try {
          await collection.replaceOne(filter, replacement, { upsert: true, ignoreUndefined: true })
        } catch (again) {
          if (!isDuplicateKey(again)) throw again
        }
      }
    }
  }
}
