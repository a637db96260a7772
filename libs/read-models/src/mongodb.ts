import { translate } from '@pathlight/stores/mongo-client.ts'
import { StoreUnavailable } from '@pathlight/stores/store-unavailable.ts'
import {
  type AnyBulkWriteOperation,
  type Db,
  type Filter,
  MongoBulkWriteError,
  type Collection as MongoCollection,
  MongoServerError,
} from 'mongodb'
import { watchCheckpoints } from './checkpoint-watch.ts'
import { type Comparison, checkPaging, comparisonsOf } from './comparisons.ts'
import { checkDocument, checkFieldName, checkName, isStorableId } from './document-rules.ts'
import { mergedReads } from './merged-reads.ts'
import { decideOpening } from './opening.ts'
import type { Change, Collection, Document, FindOptions, ReadModelStore, Where } from './read-model-store.ts'
import type { RedisSignals } from './redis-signals.ts'
import type { Mark } from './signals.ts'

/**
 * Documents of one bulk: a server that runs one command at a time must answer heartbeats and readers in between, and
 * FerretDB 1.24 stands still for ever after a command that replaces more than 100.
 */
const BULK_SIZE = 50
const DUPLICATE_KEY = 11_000
const TOMBSTONES_KEPT_MS = 3_600_000
/** Tombstones this process remembers to delete; what is beyond is deleted when the projection is next opened. */
const MOST_REMEMBERED_TOMBSTONES = 50_000

type StoredCheckpoint = { _id: string; version: number; log: string; generation: bigint; position: bigint }
/** `doc` is absent in a tombstone, which has `removedAt` instead. */
type Stored = { _id: string; generation: bigint; at: bigint; doc?: Document; removedAt?: Date }
type Tombstone = { collection: string; id: string; at: bigint; removedAt: number }

export type MongoReadModelOptions = {
  /** Its own database is not needed: collections are named doc_…, and checkpoints. */
  readonly db: Db
  /** Closed with the store. */
  readonly signals: RedisSignals
  /** How long a removed document is remembered; default one hour. See `sweep` for why. */
  readonly tombstonesKeptMs?: number
}

/**
 * Read models in MongoDB, or what speaks its protocol, without transactions: documents first, each guarded by its own
 * position, then the checkpoint by compare-and-set. After a crash in between, the replay writes the same documents.
 */
export function mongoReadModelStore({
  db,
  signals,
  tombstonesKeptMs = TOMBSTONES_KEPT_MS,
}: MongoReadModelOptions): ReadModelStore {
  // int64 fields are ours alone (positions, generations); a document's own numbers are stored as int32 and double.
  const options = { useBigInt64: true, writeConcern: { w: 'majority' }, readConcern: { level: 'majority' } } as const
  const checkpoints = db.collection<StoredCheckpoint>('checkpoints', options)
  const documents = (name: string): MongoCollection<Stored> => {
    checkName(name)
    return db.collection<Stored>(`doc_${name}`, options)
  }
  /** Of each projection opened here: a reset anywhere fences its commits. */
  const generations = new Map<string, bigint>()
  /** Of the collections of projections opened here: older documents are leftovers of before a reset. */
  const generationOfCollection = new Map<string, bigint>()
  const indexed = new Map<string, Promise<void>>()
  const tombstones: Tombstone[] = []

  const loadMarks = () =>
    reach(async () => {
      const all = await checkpoints.find().toArray()
      return all.map(({ _id, generation, position }): Mark => ({ projection: _id, generation, position }))
    })
  const watch = watchCheckpoints(loadMarks, signals)
  const announce = (mark: Mark) => {
    watch.learn(mark)
    signals.publish(mark)
  }

  /** Makes the indexes once a process; a failure is forgotten, so that the next call tries again. */
  const indexOnce = (name: string, indexes: readonly (readonly string[])[]): Promise<void> => {
    if (indexes.length === 0) return Promise.resolve()
    const key = JSON.stringify([name, indexes])
    const before = indexed.get(key)
    if (before !== undefined) return before
    const making = reach(async () => {
      for (const fields of indexes) {
        await documents(name).createIndex(Object.fromEntries([...fields.map((f) => [pathOf(f), 1]), ['_id', 1]]))
      }
    })
    indexed.set(key, making)
    making.catch(() => indexed.delete(key))
    return making
  }

  const readCheckpoint = async (projection: string): Promise<StoredCheckpoint> => {
    const nothing = { version: 0, log: '', generation: 0n, position: 0n }
    try {
      await checkpoints.updateOne({ _id: projection }, { $setOnInsert: nothing }, { upsert: true })
    } catch (error) {
      // Another process made it at the same moment.
      if (!isDuplicateKey(error)) throw error
    }
    const stored = await checkpoints.findOne({ _id: projection })
    if (stored === null) throw new Error(`The checkpoint of ${projection} is gone although it was just there`)
    return stored
  }

  /** null: somebody else moved the checkpoint or started it over meanwhile. */
  const startOver = async (before: StoredCheckpoint, version: number, log: string): Promise<Mark | null> => {
    const generation = before.generation + 1n
    const { matchedCount } = await checkpoints.updateOne(
      { _id: before._id, generation: before.generation },
      { $set: { version, log, generation, position: 0n } },
    )
    return matchedCount === 1 ? { projection: before._id, generation, position: 0n } : null
  }

  /** Clears the collections of what is not of this generation; once a generation, for it looks at every document. */
  const adopt = async (mark: Mark, collections: readonly string[]) => {
    for (const name of collections) {
      if (generationOfCollection.get(name) === mark.generation) continue
      // Documents of before a reset: of this one, or what a runner that had not heard of the last one still wrote.
      await documents(name).deleteMany({ generation: { $lt: mark.generation } })
      await documents(name).deleteMany({ removedAt: { $lt: new Date(Date.now() - tombstonesKeptMs) } })
      generationOfCollection.set(name, mark.generation)
    }
    announce(mark)
  }

  /**
   * Deletes tombstones the checkpoint has long passed. A runner that was overtaken may still write what it had folded
   * from older events; the tombstone is what stops it from bringing a removed document back. It notices at its next
   * step that it was overtaken, so an hour is far longer than it can take.
   */
  const sweep = async () => {
    const due = Date.now() - tombstonesKeptMs
    while (tombstones[0] !== undefined && tombstones[0].removedAt <= due) {
      const { collection, id, at } = tombstones[0]
      await documents(collection).deleteOne({ _id: id, at, doc: { $exists: false } })
      tombstones.shift()
    }
  }

  return {
    collection: <D extends Document>(name: string, indexes: readonly (readonly string[])[] = []) =>
      mongoCollection<D>(
        documents(name),
        () => generationOfCollection.get(name) ?? 0n,
        () => indexOnce(name, indexes),
      ),

    open: (identity, collections) =>
      reach(async () => {
        checkName(identity.name)
        for (;;) {
          const stored = await readCheckpoint(identity.name)
          const mark =
            decideOpening(identity, stored) === 'go on'
              ? { projection: identity.name, generation: stored.generation, position: stored.position }
              : await startOver(stored, identity.version, identity.log)
          if (mark === null) continue
          generations.set(identity.name, mark.generation)
          await adopt(mark, collections)
          return mark.position
        }
      }),

    checkpoint: (projection) => watch.checkpoint(projection),
    waitFor: (projection, position, timeoutMs) => watch.waitFor(projection, position, timeoutMs),

    async commit(projection, expected, next, changes) {
      const generation = generations.get(projection)
      if (generation === undefined) throw new Error(`Open ${projection} before committing to it`)
      const byCollection = newChanges(expected, next, changes)
      const removedAt = new Date()
      const mark: Mark = { projection, generation, position: next }
      return reach(async () => {
        const own = { _id: projection, generation, position: expected }
        // The compare-and-set below decides; this look keeps a runner that was overtaken from writing at all.
        if (byCollection.size > 0 && (await checkpoints.countDocuments(own, { limit: 1 })) === 0) return false
        for (const [name, all] of byCollection) {
          for (let start = 0; start < all.length; start += BULK_SIZE)
            await write(documents(name), all.slice(start, start + BULK_SIZE), generation, removedAt)
        }
        const { matchedCount } = await checkpoints.updateOne(own, { $set: { position: next } })
        if (matchedCount === 0) return false
        announce(mark)
        for (const [collection, all] of byCollection) {
          for (const { id, at, doc } of all) {
            if (doc !== null || tombstones.length >= MOST_REMEMBERED_TOMBSTONES) continue
            tombstones.push({ collection, id, at, removedAt: removedAt.getTime() })
          }
        }
        // What the sweep leaves is left for later: the commit is done.
        await sweep().catch(() => {})
        return true
      })
    },

    reset: (projection, collections) =>
      reach(async () => {
        checkName(projection)
        let mark: Mark | null = null
        while (mark === null) mark = await startOver(await readCheckpoint(projection), 0, '')
        await adopt(mark, collections)
      }),

    close: () => watch.close(),
  }
}

async function reach<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    throw translate(error)
  }
}

const pathOf = (field: string): string => {
  checkFieldName(field)
  return `doc.${field}`
}

function isDuplicateKey(error: unknown): boolean {
  return error instanceof MongoServerError && error.code === DUPLICATE_KEY
}

function newChanges(expected: bigint, next: bigint, changes: readonly Change[]): Map<string, Change[]> {
  const byCollection = new Map<string, Change[]>()
  for (const change of changes) {
    if (change.at > next) {
      throw new RangeError(`A change at ${change.at} cannot be committed with a checkpoint of ${next}`)
    }
    if (change.at <= expected) continue
    checkDocument(change.collection, change.id, change.doc ?? {})
    const all = byCollection.get(change.collection)
    if (all === undefined) byCollection.set(change.collection, [change])
    else all.push(change)
  }
  return byCollection
}

/**
 * Documents that are not there yet are inserted, the others replaced if what is stored is older, in one unordered bulk.
 * (An upsert would do both, but FerretDB looks at the whole collection for each one that inserts.) A duplicate key means
 * that another runner was quicker, or that what is stored is newer. MongoDB goes on after it, FerretDB stops and reports
 * nothing done; so after any failed operation all are repeated one by one as guarded upserts, which may be repeated on both.
 */
async function write(
  collection: MongoCollection<Stored>,
  changes: readonly Change[],
  generation: bigint,
  removedAt: Date,
): Promise<void> {
  const operations = changes.map(({ id, doc, at }) => ({
    filter: {
      _id: id,
      $or: [{ generation: { $lt: generation } }, { generation, at: { $lt: at } }],
    } satisfies Filter<Stored>,
    replacement: doc === null ? { generation, at, removedAt } : { generation, at, doc },
  }))
  const ids = changes.map(({ id }) => id)
  const stored = await collection
    .find({ _id: { $in: ids } }, { projection: { _id: 1 }, batchSize: ids.length + 1 })
    .toArray()
  const there = new Set(stored.map(({ _id }) => _id))
  const bulk = operations.map(
    ({ filter, replacement }): AnyBulkWriteOperation<Stored> =>
      there.has(filter._id)
        ? { replaceOne: { filter, replacement, upsert: true } }
        : { insertOne: { document: { _id: filter._id, ...replacement } } },
  )
  try {
    await collection.bulkWrite(bulk, { ordered: false, ignoreUndefined: true })
  } catch (error) {
    // The driver dresses a lost connection as a failed bulk too, but without a code.
    if (error instanceof MongoBulkWriteError && error.code === undefined) throw new StoreUnavailable('MongoDB', error)
    if (!isDuplicateKey(error)) throw error
    for (const { filter, replacement } of operations) {
      try {
        await collection.replaceOne(filter, replacement, { upsert: true, ignoreUndefined: true })
      } catch (again) {
        if (!isDuplicateKey(again)) throw again
      }
    }
  }
}

function mongoCollection<D extends Document>(
  collection: MongoCollection<Stored>,
  generation: () => bigint,
  index: () => Promise<void>,
): Collection<D> {
  const read = mergedReads((ids: readonly string[]) =>
    reach(async () => {
      const found = new Map<string, { doc: D | null; at: bigint }>()
      const filter = { _id: ids.length === 1 && ids[0] !== undefined ? ids[0] : { $in: [...ids] } }
      for (const stored of await collection.find(filter, { batchSize: ids.length + 1 }).toArray()) {
        if (stored.generation < generation()) continue
        found.set(stored._id, { doc: (stored.doc as D | undefined) ?? null, at: stored.at })
      }
      return found
    }),
  )
  return {
    get: (ids) => read(ids.filter(isStorableId)),

    find: (options: FindOptions<D> = {}) =>
      reach(async () => {
        checkPaging(options)
        const comparisons = comparisonsOf(options.where)
        // MongoDB takes a limit of 0 for none.
        if (comparisons === null || options.limit === 0) return []
        await index()
        const sort = options.sort ?? []
        const cursor = collection
          .find(filterOf(comparisons), { projection: { _id: 0, doc: 1 } })
          .sort(
            Object.fromEntries([
              ...sort.map(([field, direction]) => [pathOf(field), direction === 'asc' ? 1 : -1]),
              ['_id', sort.at(-1)?.[1] === 'desc' ? -1 : 1],
            ]),
          )
          .skip(options.skip ?? 0)
          .limit(options.limit ?? 0)
        return (await cursor.toArray()).map(({ doc }) => doc as D)
      }),

    count: (where?: Where<D>) =>
      reach(async () => {
        const comparisons = comparisonsOf(where)
        if (comparisons === null) return 0
        await index()
        return collection.countDocuments(filterOf(comparisons))
      }),
  }
}

/** Values only ever stand behind an operator of ours, so that none can be taken for one. */
function filterOf(comparisons: readonly Comparison[]): Filter<Stored> {
  const conditions = comparisons.map(({ field, operator, value }) => ({ [pathOf(field)]: { [`$${operator}`]: value } }))
  return { $and: [{ doc: { $exists: true } }, ...conditions] } as Filter<Stored>
}
