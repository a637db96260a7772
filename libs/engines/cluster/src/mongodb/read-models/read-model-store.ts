import type { EventPlace } from '@pathlight/event-log/event-log.ts'
import { type Comparison, comparisonsOf, countOf, queryOf } from '@pathlight/read-models/comparisons.ts'
import { checkFieldName, checkName, isStorableId } from '@pathlight/read-models/document-rules.ts'
import { readModelStore } from '@pathlight/read-models/generations.ts'
import {
  type Checkpoint,
  type CountBounds,
  DOCUMENT_ID,
  type Document,
  type Generation,
  type ReadModelStore,
  type Where,
} from '@pathlight/read-models/read-model-store.ts'
import type { Signals } from '@pathlight/read-models/signals.ts'
import { generationOf, storedName, TAKEN_OVER } from '@pathlight/read-models/stored-names.ts'
import { once } from '@pathlight/stores/once.ts'
import type { Db, Filter, Collection as MongoCollection } from 'mongodb'
import { DURABLE, translate } from '../client.ts'
import { isDuplicateKey, type Stored, writeNewer } from './writes.ts'

/** MongoDB's code for a missing collection: https://www.mongodb.com/docs/manual/reference/error-codes/ */
const NO_SUCH_COLLECTION = 26

/** How many documents MongoDB sends in the first batch of a find without a limit. */
const WITHOUT_LIMIT = 1_000

type StoredCheckpoint = Checkpoint & { readonly _id: string }
const keyOf = ({ name, generation }: Checkpoint): string => `${name}.${generation}`

/** A checkpoint of an earlier version, in which several read models shared one checkpoint. */
type StoredGroup = {
  readonly _id: string
  readonly log: string
  readonly generation: bigint
  readonly position: bigint
  readonly last?: EventPlace | null
  readonly members?: Readonly<
    Record<string, Pick<Checkpoint, 'generation' | 'version'> & { frozen?: true; apart?: true }>
  >
}
const checkpointsOf = ({ _id, log, position, last = null, members = {} }: StoredGroup): Checkpoint[] => {
  const of = Object.entries(members)
  if (of.length === 0 && _id !== 'live' && !_id.startsWith('beside.'))
    return [{ name: _id, generation: 0, version: 1, live: false, log, position, last }]
  // A read model that was marked as frozen or apart gets version 0. This is older than every present version, so the
  // read model is rebuilt.
  return of.map(([name, { generation, version, frozen, apart }]) => {
    return { name, generation, version: frozen || apart ? 0 : version, live: _id === 'live', log, position, last }
  })
}

export type MongoReadModelOptions = {
  /**
   * The database. The store's collections are `doc_…`, `progress` and, from earlier versions, `checkpoints`. The store
   * does not touch other collections.
   */
  readonly db: Db
  /** The store closes the signals in its own `close`. */
  readonly signals: Signals
}

/**
 * Read models in MongoDB, or in a server with its protocol, without transactions. A commit first writes the documents,
 * of which MongoDB replaces only those with a smaller position. Then the commit moves the checkpoints by
 * compare-and-set. After a crash between the two steps, a replay writes the same documents.
 */
export function mongoReadModelStore({ db, signals }: MongoReadModelOptions): ReadModelStore {
  // Positions, and the generations in old group checkpoints, are stored as int64 and read as bigint. The numbers within
  // a document are stored as int32 or double.
  const options = { useBigInt64: true, writeConcern: DURABLE, readConcern: { level: 'majority' } } as const
  const checkpoints = db.collection<StoredCheckpoint>('progress', options)
  /**
   * Takes over the group checkpoints of earlier versions once, and marks them with TAKEN_OVER. A running older program
   * reads this mark as the identity of another log, and stops.
   */
  const takenOver = once(async () => {
    const groups = db.collection<StoredGroup>('checkpoints', options)
    for (const group of await groups.find({ log: { $ne: TAKEN_OVER } }).toArray()) {
      for (const one of checkpointsOf(group)) await insert(one)
      const mark = { $set: { log: TAKEN_OVER }, $inc: { generation: 1n }, $max: { position: 1n } }
      await groups.updateOne({ _id: group._id }, mark)
    }
  })
  const insert = (one: Checkpoint): Promise<boolean> =>
    // Another process may insert the same checkpoint at the same moment.
    checkpoints.insertOne({ _id: keyOf(one), ...one }).then(
      () => true,
      (error: unknown) => (isDuplicateKey(error) ? false : Promise.reject(error)),
    )
  const documents = (model: string, generation: number): MongoCollection<Stored> => {
    checkName(model)
    return db.collection<Stored>(storedName(model, generation), options)
  }

  return readModelStore(
    {
      checkpoints: reaching(async () => {
        await takenOver()
        return (await checkpoints.find().toArray()).map(({ _id, ...one }) => one)
      }),

      put: reaching(async (before, after) => {
        await takenOver()
        if (before === null) return after === null || insert(after)
        const filter = { _id: keyOf(before), position: before.position }
        if (after === null) return (await checkpoints.deleteOne(filter)).deletedCount === 1
        return (await checkpoints.updateOne(filter, { $set: after })).matchedCount === 1
      }),

      move: reaching(async (moved, { position, last }, { changes, forgotten }) => {
        await takenOver()
        const filter = { _id: { $in: moved.map(keyOf) }, position: moved[0]?.position ?? 0n }
        // The compare-and-set at the end of this function decides. This check saves the writes of a runner whose
        // checkpoints another process has already moved.
        const hasWork = changes.length > 0 || forgotten !== null
        if (hasWork && (await checkpoints.countDocuments(filter)) < moved.length) return false
        const byCollection = Map.groupBy(changes, ({ model, generation }) => storedName(model, generation))
        for (const [collection, all] of byCollection) {
          const upserts = all.map(({ id, doc, at, isNew = false }) => ({
            filter: { _id: id, at: { $lt: at } },
            replacement: doc === null ? { at } : { at, doc },
            isNew,
          }))
          await writeNewer(db.collection<Stored>(collection, options), upserts)
        }
        for (const { model, generation } of forgotten?.models ?? []) {
          const theirs = { 'doc.user_id': forgotten?.userId, at: { $lt: forgotten?.at } } as Filter<Stored>
          const removal = { $set: { at: forgotten?.at }, $unset: { doc: '' } } as object
          await documents(model, generation).updateMany(theirs, removal)
        }
        return (await checkpoints.updateMany(filter, { $set: { position, last } })).matchedCount === moved.length
      }),

      make: reaching(async ({ name, indexes = [] }, generation) => {
        const collection = documents(name, generation)
        for (const fields of indexes) await collection.createIndex(indexOf(fields))
      }),
      generation: ({ name }, generation) => mongoGeneration(documents(name, generation)),

      stored: reaching(async () => {
        const all = await db.listCollections({}, { nameOnly: true }).toArray()
        return all.flatMap(({ name }) => generationOf(name) ?? [])
      }),
      drop: reaching(async (model, generation) => {
        await documents(model, generation)
          .drop()
          .catch((error: unknown) => {
            if ((error as { code?: unknown }).code !== NO_SUCH_COLLECTION) throw error
          })
      }),
    },
    signals,
  )
}

/** Wraps a function, so that it throws the store's errors instead of the driver's. */
const reaching =
  <A extends unknown[], T>(work: (...asked: A) => Promise<T>) =>
  (...asked: A): Promise<T> =>
    work(...asked).catch((error: unknown) => {
      throw translate(error)
    })

/** The keys of an ascending index on `fields`. The document's id comes last, unless `fields` has it already. */
const indexOf = (fields: readonly string[]): Record<string, 1> =>
  Object.fromEntries(
    [...fields.map((field) => (field === DOCUMENT_ID ? field : pathOf(field))), DOCUMENT_ID].map((key) => [key, 1]),
  )

const pathOf = (field: string): string => {
  checkFieldName(field)
  return `doc.${field}`
}

function mongoGeneration<D extends Document>(collection: MongoCollection<Stored>): Generation<D> {
  const load: Generation<D>['load'] = reaching(async (ids) => {
    const known = ids.filter(isStorableId)
    if (known.length === 0) return new Map()
    const all = await collection.find({ _id: { $in: known } }, { batchSize: known.length + 1 }).toArray()
    return new Map(all.map(({ _id, doc, at }) => [_id, { doc: (doc as D | undefined) ?? null, at }]))
  })
  return {
    load,
    get: reaching(async (id) =>
      isStorableId(id) ? (((await collection.findOne({ _id: id }))?.doc as D | undefined) ?? null) : null,
    ),

    find: reaching(async (options = {}) => {
      const query = queryOf(options)
      if (query === null) return []
      const by = [...query.sort.map(([field, direction]) => [pathOf(field), direction]), ['_id', query.byId]]
      const cursor = collection
        .find(
          { ...filterOf(query.comparisons), ...(query.after !== null && { _id: { $gt: query.after } }) },
          { projection: { _id: 0, doc: 1 } },
        )
        .sort(Object.fromEntries(by))
        .limit(query.limit ?? 0)
        // By default the first batch has 101 documents, so a longer answer would take two calls.
        .batchSize(query.limit === null ? WITHOUT_LIMIT : query.limit + 1)
      return (await cursor.toArray()).map(({ doc }) => doc as D)
    }),

    count: reaching(async (where?: Where<D>, bounds?: CountBounds<D>) => {
      const query = countOf(where, bounds)
      if (query === null) return 0
      return collection.countDocuments(filterOf(query.comparisons), query.limit === null ? {} : { limit: query.limit })
    }),

    distinct: reaching(async (field: string, where?: Where<D>) => {
      const comparisons = comparisonsOf(where)
      if (comparisons === null) return []
      const values: unknown[] = await collection.distinct(pathOf(field), filterOf(comparisons))
      return values.filter((value) => typeof value === 'string')
    }),

    page: reaching(async (after, limit) => {
      const filter = { _id: { $gt: after }, doc: { $exists: true } }
      const cursor = collection.find(filter).sort({ _id: 1 }).limit(limit)
      const all = await cursor.batchSize(limit + 1).toArray()
      return all.map(({ _id, doc, at }) => ({ id: _id, doc: doc as D, at }))
    }),
  }
}

/**
 * Whether the comparison matches no removed document. A removed document has no fields, so only a comparison with null
 * matches it. If one comparison matches no removed document, the filter need not check that `doc` exists, and a count
 * reads the index alone.
 */
const meansOneThatIsThere = ({ values }: Comparison): boolean => values.every((value) => value !== null)

/**
 * The comparisons as MongoDB's filter. Each value stands behind an operator of this function, so MongoDB takes no value
 * as an operator.
 */
function filterOf(comparisons: readonly Comparison[]): Filter<Stored> {
  const conditions = comparisons.map(({ field, operator, values }) => ({
    [pathOf(field)]: { [`$${operator}`]: operator === 'in' ? values : values[0] },
  }))
  const isThere = comparisons.some(meansOneThatIsThere) ? [] : [{ doc: { $exists: true } }]
  return { $and: [...isThere, ...conditions] } as Filter<Stored>
}
