import { createHash } from 'node:crypto'
import { translate } from '@pathlight/stores/postgres-pool.ts'
import pg from 'pg'
import { watchCheckpoints } from './checkpoint-watch.ts'
import { type Comparison, checkPaging, comparisonsOf } from './comparisons.ts'
import { checkDocument, isStorableId } from './document-rules.ts'
import { mergedReads } from './merged-reads.ts'
import { decideOpening } from './opening.ts'
import { binaryArray } from './postgres-arrays.ts'
import { type PostgresTables, postgresTables, runDefinitions } from './postgres-schema.ts'
import { postgresSignals } from './postgres-signals.ts'
import {
  type Change,
  type Collection,
  type Document,
  type FindOptions,
  InvalidDocument,
  type ReadModelStore,
  type Where,
} from './read-model-store.ts'
import { type Mark, markToText } from './signals.ts'

/** Oids of PostgreSQL's int8; the rest of what we select (text, json) the driver reads rightly. */
const INT8 = 20
/** A document the server cannot keep: NUL or surrogates, bad JSON, an index entry or a value that is too large. */
const DOCUMENT_ERRORS = new Set(['22P05', '22P02', '22021', '54000', '54001', '22003'])
/** Documents of one commit, as JSON: at most 240 MB. PostgreSQL takes parameters of up to 1 GB. */
const MOST_COMMIT_CHARACTERS = 80_000_000

const RESET_WAITS_MS = 3_000

const withBigInts: pg.CustomTypesConfig = {
  getTypeParser: (oid: number, format?: 'text' | 'binary') =>
    oid === INT8 ? BigInt : pg.types.getTypeParser(oid, format as 'text'),
}

export type PostgresReadModelOptions = {
  readonly pool: pg.Pool
  /** For the one connection that listens to checkpoints; opened at the first question about one. */
  readonly listen: pg.ClientConfig
  /** lower_snake_case; default 'read_models'. Also the channel of the signals. */
  readonly schema?: string
}

/** Read models in PostgreSQL: a table of JSON documents a collection; documents and checkpoint in one statement. */
export function postgresReadModelStore({
  pool,
  listen,
  schema = 'read_models',
}: PostgresReadModelOptions): ReadModelStore {
  const tables = postgresTables(schema)
  const prepared = preparedStatements()
  /** The generation each projection had when this store object opened it: a reset anywhere fences its commits. */
  const generations = new Map<string, bigint>()
  const made = new Map<string, Promise<void>>()

  const run: Run = async <R extends unknown[]>(text: string, values: unknown[] = []) => {
    try {
      const { rows } = await pool.query<R>({ ...prepared(text), values, rowMode: 'array', types: withBigInts })
      return rows
    } catch (error) {
      throw translate(error)
    }
  }

  const transaction = async <T>(work: (client: pg.PoolClient) => Promise<T>): Promise<T> => {
    let client: pg.PoolClient
    try {
      client = await pool.connect()
    } catch (error) {
      throw translate(error)
    }
    try {
      await client.query('BEGIN')
      const result = await work(client)
      await client.query('COMMIT')
      client.release()
      return result
    } catch (error) {
      // Closing the connection rolls back, also when it is no longer able to say ROLLBACK.
      client.release(true)
      throw translate(error)
    }
  }

  /** Makes tables once a process; a failure is forgotten, so that the next call tries again. */
  const makeOnce = (key: string, statements: () => string[]): Promise<void> => {
    const before = made.get(key)
    if (before !== undefined) return before
    const making = transaction((client) => runDefinitions(client, statements()))
    made.set(key, making)
    making.catch(() => made.delete(key))
    return making
  }
  const makeCheckpoints = () => makeOnce('', () => tables.makeCheckpoints())
  const makeCollection = (name: string, indexes: readonly (readonly string[])[] = []) =>
    makeOnce(JSON.stringify([name, indexes]), () => [
      ...tables.makeCheckpoints(),
      ...tables.makeCollection(name, indexes),
    ])

  const loadMarks = async (): Promise<Mark[]> => {
    await makeCheckpoints()
    const rows = await run<[string, bigint, bigint]>(
      `SELECT projection, generation, position FROM ${tables.checkpoints}`,
    )
    return rows.map(([projection, generation, position]) => ({ projection, generation, position }))
  }
  const watch = watchCheckpoints(loadMarks, postgresSignals(listen, schema))
  const learn = (mark: Mark) => {
    generations.set(mark.projection, mark.generation)
    watch.learn(mark)
  }

  /** Moves the checkpoint's row and empties the collections; the row is locked by the caller's SELECT … FOR UPDATE. */
  const startOver = async (
    client: pg.PoolClient,
    row: { projection: string; version: number; log: string; generation: bigint },
    collections: readonly string[],
  ): Promise<Mark> => {
    // A backup that runs keeps TRUNCATE waiting, and TRUNCATE every reader: rather give up, and be tried again.
    await client.query(`SET LOCAL lock_timeout = '${RESET_WAITS_MS}ms'`)
    for (const name of collections) await client.query(`TRUNCATE ${tables.collection(name)}`)
    await client.query(
      `UPDATE ${tables.checkpoints} SET version = $2, log = $3, generation = $4, position = 0 WHERE projection = $1`,
      [row.projection, row.version, row.log, row.generation],
    )
    const mark: Mark = { projection: row.projection, generation: row.generation, position: 0n }
    await client.query('SELECT pg_notify($1, $2)', [schema, markToText(mark)])
    return mark
  }

  const lockCheckpoint = async (client: pg.PoolClient, projection: string) => {
    await client.query(
      `INSERT INTO ${tables.checkpoints} (projection, version, log, generation, position) VALUES ($1, 0, '', 0, 0)
       ON CONFLICT DO NOTHING`,
      [projection],
    )
    const { rows } = await client.query<{ version: number; log: string; generation: bigint; position: bigint }>({
      text: `SELECT version, log, generation, position FROM ${tables.checkpoints} WHERE projection = $1 FOR UPDATE`,
      values: [projection],
      types: withBigInts,
    })
    const [row] = rows
    if (row === undefined) throw new Error(`The checkpoint of ${projection} is gone although it was just there`)
    return row
  }

  const makeAll = async (collections: readonly string[]) => {
    await makeCheckpoints()
    for (const name of collections) await makeCollection(name)
  }

  return {
    collection: <D extends Document>(name: string, indexes: readonly (readonly string[])[] = []) =>
      postgresCollection<D>(tables, name, run, () => makeCollection(name, indexes)),

    async open(identity, collections) {
      await makeAll(collections)
      const mark = await transaction(async (client): Promise<Mark> => {
        const row = await lockCheckpoint(client, identity.name)
        if (decideOpening(identity, row) === 'go on') return { projection: identity.name, ...row }
        return startOver(
          client,
          { projection: identity.name, version: identity.version, log: identity.log, generation: row.generation + 1n },
          collections,
        )
      })
      learn({ projection: mark.projection, generation: mark.generation, position: mark.position })
      return mark.position
    },

    checkpoint: (projection) => watch.checkpoint(projection),
    waitFor: (projection, position, timeoutMs) => watch.waitFor(projection, position, timeoutMs),

    async commit(projection, expected, next, changes) {
      const generation = generations.get(projection)
      if (generation === undefined) throw new Error(`Open ${projection} before committing to it`)
      const writes = newWrites(expected, next, changes)
      for (const name of writes.keys()) await makeCollection(name)
      const mark: Mark = { projection, generation, position: next }
      try {
        const { text, values } = commitStatement(tables, writes)
        const rows = await run(text, [projection, generation, expected, next, schema, markToText(mark), ...values])
        if (rows.length === 0) return false
      } catch (error) {
        if (isDocumentError(error)) {
          throw new InvalidDocument(`PostgreSQL cannot keep a document of ${projection}: ${error.message}`, {
            cause: error,
          })
        }
        throw error
      }
      watch.learn(mark)
      return true
    },

    async reset(projection, collections) {
      await makeAll(collections)
      const mark = await transaction(async (client) => {
        const { generation } = await lockCheckpoint(client, projection)
        return startOver(client, { projection, version: 0, log: '', generation: generation + 1n }, collections)
      })
      watch.learn(mark)
    },

    close: () => watch.close(),
  }
}

type Run = <R extends unknown[]>(text: string, values?: unknown[]) => Promise<R[]>

function postgresCollection<D extends Document>(
  tables: PostgresTables,
  name: string,
  run: Run,
  make: () => Promise<void>,
): Collection<D> {
  const table = tables.collection(name)
  const byIds = `SELECT id, at, doc FROM ${table} WHERE id = ANY($1::text[])`
  const read = mergedReads(async (ids: readonly string[]) => {
    await make()
    const rows = await run<[string, bigint, D]>(byIds, [binaryArray('text', ids)])
    return new Map(rows.map(([id, at, doc]) => [id, { doc, at }]))
  })
  const conditionsOf = (comparisons: readonly Comparison[], values: unknown[]): string => {
    const conditions = comparisons.map((comparison) => spell(tables, comparison, values))
    return conditions.length === 0 ? '' : `WHERE ${conditions.join(' AND ')}`
  }

  return {
    get: (ids) => read(ids.filter(isStorableId)),

    async find(options: FindOptions<D> = {}) {
      checkPaging(options)
      const comparisons = comparisonsOf(options.where)
      if (comparisons === null) return []
      const values: unknown[] = []
      const where = conditionsOf(comparisons, values)
      const sort = options.sort ?? []
      const order = [
        ...sort.map(([field, direction]) => `${tables.field(field)} ${direction}`),
        `id ${sort.at(-1)?.[1] ?? 'asc'}`,
      ]
      const limit = options.limit === undefined ? '' : `LIMIT $${values.push(options.limit)}`
      const skip = options.skip === undefined ? '' : `OFFSET $${values.push(options.skip)}`
      await make()
      const rows = await run<[D]>(
        `SELECT doc FROM ${table} ${where} ORDER BY ${order.join(', ')} ${limit} ${skip}`,
        values,
      )
      return rows.map(([doc]) => doc)
    },

    async count(where?: Where<D>) {
      const comparisons = comparisonsOf(where)
      if (comparisons === null) return 0
      const values: unknown[] = []
      const conditions = conditionsOf(comparisons, values)
      await make()
      const [row] = await run<[bigint]>(`SELECT count(*) FROM ${table} ${conditions}`, values)
      return Number(row?.[0] ?? 0n)
    },
  }
}

const SQL_OPERATORS = { gt: '>', gte: '>=', lt: '<', lte: '<=' } as const

/** The comparison as SQL; its value becomes a parameter, pushed to `values`. */
function spell(tables: PostgresTables, comparison: Comparison, values: unknown[]): string {
  const field = tables.field(comparison.field)
  switch (comparison.operator) {
    case 'eq':
      return `${field} = $${values.push(JSON.stringify(comparison.value))}::jsonb`
    case 'in':
      return `${field} = ANY($${values.push(comparison.value.map((value) => JSON.stringify(value)))}::jsonb[])`
    default: {
      // jsonb orders values of all types; a range is meant within one, as on MongoDB.
      const type = typeof comparison.value
      const value = `$${values.push(JSON.stringify(comparison.value))}::jsonb`
      return `(${field} ${SQL_OPERATORS[comparison.operator]} ${value} AND jsonb_typeof(${field}) = '${type}')`
    }
  }
}

/** What one commit writes to one collection. */
type Writes = {
  readonly documents: { ids: string[]; ats: bigint[]; docs: string[] }
  readonly removed: string[]
}

/** What is new after `expected`, by collection. */
function newWrites(expected: bigint, next: bigint, changes: readonly Change[]): ReadonlyMap<string, Writes> {
  const writes = new Map<string, Writes>()
  let characters = 0
  for (const { collection, id, doc, at } of changes) {
    if (at > next) throw new RangeError(`A change at ${at} cannot be committed with a checkpoint of ${next}`)
    if (at <= expected) continue
    checkDocument(collection, id, doc ?? {})
    const { documents, removed } = writes.get(collection) ?? { documents: { ids: [], ats: [], docs: [] }, removed: [] }
    writes.set(collection, { documents, removed })
    if (doc === null) {
      removed.push(id)
      continue
    }
    const text = JSON.stringify(doc)
    characters += text.length
    documents.ids.push(id)
    documents.ats.push(at)
    documents.docs.push(text)
  }
  if (characters > MOST_COMMIT_CHARACTERS) {
    throw new InvalidDocument(
      `The documents of one commit hold ${characters} characters, more than ${MOST_COMMIT_CHARACTERS}`,
    )
  }
  return writes
}

/**
 * One statement, so one round trip and one transaction. The checkpoint's row is locked and compared first; where it
 * has moved, `moved` is empty and so is everything after it. Documents and checkpoint never part, so every stored
 * document is at or below `expected`, and what is new after it needs no guard of its own. `values` are the statement's
 * parameters from the seventh.
 *
 * It does not wait for the disk: the log has everything. A server that crashes may lose the commits of its last moments,
 * documents and checkpoint together, and they are made again.
 */
function commitStatement(
  tables: PostgresTables,
  writes: ReadonlyMap<string, Writes>,
): { text: string; values: unknown[] } {
  const values: unknown[] = []
  const parameter = (value: unknown) => `$${6 + values.push(value)}`
  const parts = [
    `moved AS (
      UPDATE ${tables.checkpoints} SET position = $4
      WHERE projection = $1 AND generation = $2 AND position = $3 RETURNING 1)`,
  ]
  for (const [collection, { documents, removed }] of writes) {
    const table = tables.collection(collection)
    if (documents.ids.length > 0) {
      const ids = parameter(binaryArray('text', documents.ids))
      const ats = parameter(documents.ats)
      const docs = parameter(binaryArray('json', documents.docs))
      parts.push(`written${parts.length} AS (
      INSERT INTO ${table} (id, at, doc)
      SELECT change.* FROM moved, unnest(${ids}::text[], ${ats}::bigint[], ${docs}::json[]) AS change
      ON CONFLICT (id) DO UPDATE SET at = excluded.at, doc = excluded.doc)`)
    }
    if (removed.length > 0) {
      parts.push(`removed${parts.length} AS (
      DELETE FROM ${table}
      WHERE id = ANY(${parameter(binaryArray('text', removed))}::text[]) AND EXISTS (SELECT FROM moved))`)
    }
  }
  return {
    text: `WITH ${parts.join(',\n    ')}\n    SELECT pg_notify($5, $6), set_config('synchronous_commit', 'off', true) FROM moved`,
    values,
  }
}

function isDocumentError(error: unknown): error is Error {
  return error instanceof Error && 'code' in error && DOCUMENT_ERRORS.has(String(error.code))
}

/** Gives each text a name of its own, so that a connection parses and plans it once. */
function preparedStatements(): (text: string) => { name: string; text: string } {
  const names = new Map<string, string>()
  return (text) => {
    let name = names.get(text)
    if (name === undefined) {
      name = `read_models_${createHash('sha256').update(text).digest('hex').slice(0, 24)}`
      names.set(text, name)
    }
    return { name, text }
  }
}
