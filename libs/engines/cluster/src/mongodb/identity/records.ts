import { fieldsOf, KINDS, type KindName, kindOf, type RecordOf, typeOf } from '@pathlight/identity/kinds.ts'
import { PAGE, type Records, type Where } from '@pathlight/identity/records.ts'
import { Binary, type Db, type Document, MongoServerError } from 'mongodb'
import { translate } from '../client.ts'

/** MongoDB's code for a duplicate value: https://www.mongodb.com/docs/manual/reference/error-codes/ */
const DUPLICATE_KEY = 11_000

type Loose = Readonly<Record<string, unknown>>
type Stored = Document & { _id: string | number }

/** Fields that have another name in documents than in records. */
const RENAMED: Readonly<Record<string, string>> = { 'addresses.seenAt': 'lastSeenAt' }
/**
 * The values for fields that documents of older versions lack, by the field's type. In records, fields of these types
 * are never null.
 */
const MISSING: Readonly<Record<string, unknown>> = { whole: 0, flag: false, texts: [] }

/** The last field of a kind's key. Its value is stored only in `_id`. */
const lastOfKey = (kind: KindName): string => kindOf(kind).key.at(-1) ?? ''
const nameOf = (kind: KindName, field: string): string =>
  field === lastOfKey(kind) ? '_id' : (RENAMED[`${kind}.${field}`] ?? field)

const inId = (value: unknown): string | number => {
  if (value instanceof Uint8Array) return Buffer.from(value).toString('base64url')
  // The kind `master_key` has a single record, whose key is `true`.
  return value === true ? 'master-key' : (value as string | number)
}
/** The `_id` of a record: the values of its key, joined by dots. */
const idOf = (kind: KindName, record: Loose): string | number => {
  const parts = kindOf(kind).key.map((field) => inId(record[field]))
  return parts.length === 1 ? (parts[0] ?? '') : parts.join('.')
}
/** The value of the key's last field, read from an `_id`. */
const outOfId = (kind: KindName, id: string | number): unknown => {
  const { key, fields } = kindOf(kind)
  const part = key.length === 1 ? id : String(id).slice(String(id).lastIndexOf('.') + 1)
  const type = fields[lastOfKey(kind)]
  if (type === 'bytes') return Buffer.from(String(part), 'base64url')
  if (type === 'flag') return true
  return type === 'whole' ? Number(part) : part
}

/** A value in the form in which documents store it. */
const written = (kind: KindName, field: string, value: unknown): unknown => {
  if (value instanceof Uint8Array) return new Binary(value)
  return typeOf(kindOf(kind).fields[field] ?? 'text') === 'json' ? JSON.stringify(value) : (value ?? null)
}
const recordOf = <K extends KindName>(kind: K, document: Stored, fields = fieldsOf(kind)): RecordOf<K> => {
  const last = lastOfKey(kind)
  const read = (field: string): unknown => {
    if (field === last) return outOfId(kind, document._id)
    const type = kindOf(kind).fields[field] ?? ''
    const value = document[nameOf(kind, field)]
    if (value === null || value === undefined) return MISSING[type] ?? null
    if (value instanceof Binary) return value.value()
    return type === 'json' ? JSON.parse(value) : value
  }
  return Object.fromEntries(fields.map((field) => [field, read(field)])) as RecordOf<K>
}
const documentOf = (kind: KindName, record: Loose): Stored => {
  const fields = fieldsOf(kind, [lastOfKey(kind)]).map((field) => [
    nameOf(kind, field),
    written(kind, field, record[field]),
  ])
  return { _id: idOf(kind, record), ...Object.fromEntries(fields) }
}

/**
 * The conditions as MongoDB's filter. If they have a plain value for every field of the key, the filter has `_id` in
 * place of these fields.
 */
const filterOf = (kind: KindName, where: Loose): Document => {
  const { key } = kindOf(kind)
  const isPlain = (value: unknown) => typeof value !== 'object' || value instanceof Uint8Array
  const byKey = key.every((field) => field in where && isPlain(where[field]))
  const value = (field: string, given: unknown) =>
    field === lastOfKey(kind) ? inId(given) : written(kind, field, given)
  const condition = (field: string, is: unknown): unknown => {
    if (Array.isArray(is)) return { $in: is.map((one) => value(field, one)) }
    if (is !== null && typeof is === 'object') {
      if ('not' in is) return { $ne: value(field, is.not) }
      if ('upTo' in is) return { $lte: value(field, is.upTo) }
      if ('after' in is) return { $gt: value(field, is.after) }
    }
    return value(field, is)
  }
  const others = Object.entries(where).filter(([field]) => !byKey || !key.includes(field))
  return {
    ...Object.fromEntries(others.map(([field, is]) => [nameOf(kind, field), condition(field, is)])),
    ...(byKey && { _id: idOf(kind, where) }),
  }
}

/** Runs `insert`. Returns false if it failed because another document has the same unique value. */
const inserts = async (insert: () => Promise<unknown>): Promise<boolean> => {
  try {
    await insert()
    return true
  } catch (error) {
    if (error instanceof MongoServerError && error.code === DUPLICATE_KEY) return false
    throw error
  }
}
/** Runs `work`. Turns errors that mean an unreachable MongoDB into StoreUnavailable. */
const reach = async <T>(work: () => Promise<T>): Promise<T> => {
  try {
    return await work()
  } catch (error) {
    throw translate(error)
  }
}

/**
 * The identity records in MongoDB, in a collection `identity_*` for each kind. Missing indexes are created. Values that
 * must change together are in one document, so no transaction is needed. The caller closes the client.
 */
export async function mongoRecords(db: Db): Promise<Records> {
  const collectionOf = (kind: KindName) => db.collection<Stored>(`identity_${kind}`)
  await reach(async () => {
    for (const kind of Object.keys(KINDS) as KindName[]) {
      const { unique = [], indexes = [] } = kindOf(kind)
      for (const field of unique) await collectionOf(kind).createIndex({ [field]: 1 }, { unique: true })
      for (const field of indexes) await collectionOf(kind).createIndex({ [nameOf(kind, field)]: 1 })
    }
  })
  const findWithout = <K extends KindName>(kind: K, where: Where<K>, without: readonly unknown[]) =>
    reach(async (): Promise<RecordOf<K>[]> => {
      const projection = Object.fromEntries(without.map((field) => [nameOf(kind, String(field)), 0]))
      const documents = await collectionOf(kind).find(filterOf(kind, where), { projection }).toArray()
      return documents.map((document) => recordOf(kind, document as Stored, fieldsOf(kind, without)))
    })
  const find = <K extends KindName>(kind: K, where: Where<K>) => findWithout(kind, where, [])

  return {
    find,
    findWithout,

    add: (kind, record) => reach(() => inserts(() => collectionOf(kind).insertOne(documentOf(kind, record)))),

    // Two reads, each by the primary key.
    async findOwned(kind, tokenHash) {
      const [record] = await find(kind, { tokenHash } as Where<typeof kind>)
      const [user] = record === undefined ? [] : await find('users', { id: record.userId })
      return record && user ? [record, user] : null
    },

    change: (kind, where, values) =>
      reach(async () => {
        const { unique = [] } = kindOf(kind)
        const filter = filterOf(kind, where)
        const $set = Object.fromEntries(
          Object.entries(values).map(([field, value]) => [nameOf(kind, field), written(kind, field, value)]),
        )
        try {
          const after = await collectionOf(kind).findOneAndUpdate(filter, { $set }, { returnDocument: 'after' })
          return after && recordOf(kind, after as Stored)
        } catch (error) {
          // FerretDB, which replaces MongoDB in some tests, gives no error code for a duplicate value. So another
          // record with that value is looked up.
          const others = unique.filter((field) => field in values).map((field) => ({ [field]: $set[field] }))
          const isTaken = async () =>
            others.length > 0 && (await collectionOf(kind).findOne({ $or: others, _id: { $ne: filter._id } })) !== null
          if (error instanceof MongoServerError && (error.code === DUPLICATE_KEY || (await isTaken()))) return 'taken'
          throw error
        }
      }),

    put: (kind, records) =>
      reach(async () => {
        for (let from = 0; from < records.length; from += PAGE) {
          const operations = records.slice(from, from + PAGE).map((record) => {
            const { _id, ...replacement } = documentOf(kind, record)
            return { replaceOne: { filter: { _id }, replacement, upsert: true } }
          })
          const write = () => collectionOf(kind).bulkWrite(operations, { ordered: true })
          // If two processes put the same record at once, the slower insert fails. Its second try replaces the record.
          if (!(await inserts(write))) await write()
        }
      }),

    remove: (kind, where) =>
      reach(async () => (await collectionOf(kind).deleteMany(filterOf(kind, where))).deletedCount),

    count: (kind, where) => reach(() => collectionOf(kind).countDocuments(filterOf(kind, where))),

    async *pages(kind) {
      for (let after: Stored['_id'] | undefined, more = true; more; ) {
        const filter: Document = after === undefined ? {} : { _id: { $gt: after } }
        const page = await reach(() => collectionOf(kind).find(filter).sort({ _id: 1 }).limit(PAGE).toArray())
        if (page.length > 0) yield page.map((document) => recordOf(kind, document as Stored))
        after = page.at(-1)?._id
        more = page.length === PAGE
      }
    },

    countUp: ({ name, amount, max, until, by }, now) =>
      reach(async () => {
        const counts = collectionOf('counts')
        // The first step counts in the present window of time, the second begins a new window. Two tries, because
        // another process may begin the new window between the two steps.
        for (let tries = 0; tries < 2; tries++) {
          const counted = await counts.updateOne(
            { _id: name, until: { $gt: now }, count: { $lte: max - amount } },
            { $inc: { count: amount }, ...(by !== null && { $addToSet: { by } }) },
          )
          if (counted.matchedCount === 1) return true
          const window = { count: amount, until, by: by === null ? [] : [by] }
          const over = { _id: name, until: { $lte: now } }
          if (await inserts(() => counts.replaceOne(over, window, { upsert: true }))) return true
        }
        return false
      }),

    // Does nothing: MongoDB's oplog and journal keep old values until they are overwritten (docs/security.md).
    async cutOff() {},
  }
}
