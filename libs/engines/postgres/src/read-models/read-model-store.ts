import { hash } from 'node:crypto'
import { type Comparison, comparisonsOf, countOf, type Query, queryOf } from '@pathlight/read-models/comparisons.ts'
import { isStorableId } from '@pathlight/read-models/document-rules.ts'
import { readModelStore } from '@pathlight/read-models/generations.ts'
import type {
  Checkpoint,
  CountBounds,
  Document,
  Generation,
  Place,
  ReadModelStore,
  Where,
  Work,
} from '@pathlight/read-models/read-model-store.ts'
import type { Signals } from '@pathlight/read-models/signals.ts'
import { generationOf } from '@pathlight/read-models/stored-names.ts'
import { once } from '@pathlight/stores/once.ts'
import pg from 'pg'
import type { PostgresListener } from '../connection/listener.ts'
import { answerTo } from '../connection/pool.ts'
import { DEFINE_ALONE, type PostgresTables, postgresTables } from './schema.ts'

/** The oid of int8, which the driver gives as text. The other types that this file selects need no conversion. */
const INT8 = 20
/** The limit for making a generation in milliseconds: 15 minutes, because an index may have millions of documents. */
const MADE_WITHIN_MS = 15 * 60 * 1000
/**
 * The time in milliseconds that DROP TABLE waits for other users of the table, such as a running backup. After that the
 * drop fails, and the caller may try again later.
 */
const DROP_WAITS_MS = 3_000

const withBigInts: pg.CustomTypesConfig = {
  getTypeParser: (oid: number, format?: 'text' | 'binary') =>
    oid === INT8 ? BigInt : pg.types.getTypeParser(oid, format as 'text'),
}

export type PostgresReadModelOptions = {
  readonly pool: pg.Pool
  /** The caller closes the listener. */
  readonly listener: PostgresListener
  /** The schema of the tables and the channel of the signals, in lower_snake_case. Default 'read_models'. */
  readonly schema?: string
}

/**
 * Read models in PostgreSQL: a table of JSON documents for each generation. One statement writes the documents and
 * moves the checkpoints of a commit.
 */
export function postgresReadModelStore({
  pool,
  listener,
  schema = 'read_models',
}: PostgresReadModelOptions): ReadModelStore {
  const tables = postgresTables(schema)

  /**
   * Runs statements that change the schema, in one transaction and in one process at a time. PostgreSQL runs the
   * statements of one text in one transaction.
   */
  const define = async (statements: readonly string[], withinMs?: number): Promise<void> => {
    const text = [DEFINE_ALONE, ...statements].join(';\n')
    // pg accepts a time limit for a single query, but its types do not have the option.
    const config: pg.QueryConfig & { query_timeout?: number } = { text, ...(withinMs && { query_timeout: withinMs }) }
    await answerTo(pool.query(config))
  }
  const checkpointsMade = once(() => define(tables.makeCheckpoints()))

  const run: Run = async <R extends unknown[]>(text: string, values: unknown[] = [], prepared = true) => {
    await checkpointsMade()
    // A prepared statement has a name, which is made of its text. So each connection parses a text once.
    const name = prepared ? { name: `read_models_${hash('sha256', text).slice(0, 24)}` } : {}
    return (await answerTo(pool.query<R>({ ...name, text, values, rowMode: 'array', types: withBigInts }))).rows
  }

  return readModelStore(
    {
      async checkpoints() {
        const rows = await run<[string, number, number, boolean, string, bigint, bigint | null, string | null]>(
          `SELECT name, generation, version, live, log, position, last_position, last_id FROM ${tables.checkpoints}`,
        )
        return rows.map(([name, generation, version, live, log, position, at, id]) => {
          const last = at === null || id === null ? null : { position: at, id }
          return { name, generation, version, live, log, position, last }
        })
      },

      async put(before, after, mark) {
        const values: unknown[] = []
        const parameters = (...some: unknown[]) => some.map((one) => `$${values.push(one)}`).join(', ')
        const columns = 'version, live, log, position, last_position, last_id'
        const set = after && parameters(...[after.version, after.live, after.log], ...placeOf(after))
        const key = before && parameters(before.name, before.generation, before.position)
        const where = `WHERE (name, generation, position) = (${key})`
        const text =
          key === null
            ? `INSERT INTO ${tables.checkpoints} (${columns}, name, generation)
               VALUES (${set}, ${parameters(after?.name, after?.generation)}) ON CONFLICT DO NOTHING`
            : set === null
              ? `DELETE FROM ${tables.checkpoints} ${where}`
              : `UPDATE ${tables.checkpoints} SET (${columns}) = (${set}) ${where}`
        const tell = mark === null ? '1' : `pg_notify(${parameters(schema, mark)})`
        return (await run(`${text} RETURNING ${tell}`, values)).length > 0
      },

      async move(checkpoints, to, work, mark) {
        const signal = mark === null ? null : ([schema, mark] as const)
        const { text, values, models } = moveStatement(tables, checkpoints, to, work, signal)
        // A statement for at most one table is prepared. Statements for several tables have too many variants.
        return run(text, values, models <= 1).then(
          () => true,
          (error: unknown) => (isDivisionByZero(error) ? false : Promise.reject(error)),
        )
      },

      make: async (model, generation) => {
        await checkpointsMade()
        await define(tables.makeGeneration(model, generation), MADE_WITHIN_MS)
      },
      generation: (model, generation) => postgresGeneration(tables, tables.generation(model.name, generation), run),

      async stored() {
        const rows = await run<[string]>('SELECT tablename::text FROM pg_tables WHERE schemaname = $1', [schema])
        return rows.flatMap(([table]) => generationOf(table) ?? [])
      },
      drop: (model, generation) =>
        define([
          `SET LOCAL lock_timeout = '${DROP_WAITS_MS}ms'`,
          `DROP TABLE IF EXISTS ${tables.generation(model, generation)}`,
        ]),
    },
    signalsOf(listener, schema),
  )
}

/** The signals of the store. The statement of each commit sends its mark by NOTIFY, so `publish` does nothing. */
function signalsOf(listener: PostgresListener, channel: string): Signals {
  let stop = () => {}
  return {
    listen(hearing) {
      stop = listener.listen(channel, hearing)
    },
    publish() {},
    close: async () => stop(),
  }
}

/** PostgreSQL's code for a division by zero: https://www.postgresql.org/docs/current/errcodes-appendix.html */
const isDivisionByZero = (error: unknown): boolean => (error as { code?: unknown }).code === '22012'

/** The values of the columns position, last_position and last_id. */
const placeOf = ({ position, last }: Place) => [position, last?.position ?? null, last?.id ?? null]

type Run = <R extends unknown[]>(text: string, values?: unknown[], prepared?: boolean) => Promise<R[]>

function postgresGeneration<D extends Document>(tables: PostgresTables, table: string, run: Run): Generation<D> {
  const whereOf = (comparisons: readonly Comparison[], values: unknown[]): string =>
    ['WHERE true', ...comparisons.map((comparison) => spell(tables, comparison, values))].join(' AND ')
  const orderOf = ({ sort, byId }: Query<D>): string =>
    `ORDER BY ${[...sort.map(([field, direction]) => `${tables.field(field)} ${direction}`), `id ${byId}`].join(', ')}`
  const load = async (ids: readonly string[]) => {
    const known = ids.filter(isStorableId)
    if (known.length === 0) return new Map()
    const byIds = `SELECT id, at, doc FROM ${table} WHERE id = ANY($1::text[])`
    const rows = await run<[string, bigint, D]>(byIds, [known])
    return new Map(rows.map(([id, at, doc]) => [id, { doc, at }]))
  }

  return {
    load,
    get: async (id) => (await load([id])).get(id)?.doc ?? null,

    async find(options = {}) {
      const query = queryOf(options)
      if (query === null) return []
      const values: unknown[] = []
      const where = whereOf(query.comparisons, values)
      const after = query.after === null ? '' : `AND id > $${values.push(query.after)}`
      const limit = query.limit === null ? '' : `LIMIT $${values.push(query.limit)}`
      const rows = await run<[D]>(`SELECT doc FROM ${table} ${where} ${after} ${orderOf(query)} ${limit}`, values)
      return rows.map(([doc]) => doc)
    },

    async count(where?: Where<D>, bounds?: CountBounds<D>) {
      const query = countOf(where, bounds)
      if (query === null) return 0
      const values: unknown[] = []
      const matching = `FROM ${table} ${whereOf(query.comparisons, values)}`
      const some =
        query.limit === null
          ? matching
          : `FROM (SELECT ${matching} ${orderOf(query)} LIMIT $${values.push(query.limit)}) AS matching`
      const [row] = await run<[bigint]>(`SELECT count(*) ${some}`, values)
      return Number(row?.[0] ?? 0n)
    },

    async distinct(field: string, where?: Where<D>) {
      const comparisons = comparisonsOf(where)
      if (comparisons === null) return []
      const values: unknown[] = []
      const text = `SELECT DISTINCT ${tables.field(field)} FROM ${table} ${whereOf(comparisons, values)}`
      const rows = await run<[unknown]>(text, values)
      return rows.map(([value]) => value).filter((value) => typeof value === 'string')
    },

    async page(after, limit) {
      const rows = await run<[string, bigint, D]>(
        `SELECT id, at, doc FROM ${table} WHERE id > $1 ORDER BY id LIMIT $2`,
        [after, limit],
      )
      return rows.map(([id, at, doc]) => ({ id, at, doc }))
    },
  }
}

/**
 * For each type, its first value in jsonb's order, and a value after all values of the type. The order is: null,
 * strings, numbers, booleans. No number of JavaScript exceeds 1.8e308.
 */
const STRINGS = ['""', '-1.8e308'] as const
const NUMBERS = ['-1.8e308', '1.8e308'] as const
const SQL_RANGES = { gt: '>', gte: '>=', lt: '<', lte: '<=' } as const

/** A comparison as SQL. Appends its values to `parameters`. */
function spell(tables: PostgresTables, { field: name, operator, values }: Comparison, parameters: unknown[]): string {
  const field = tables.field(name)
  const texts = values.map((value) => JSON.stringify(value))
  if (operator === 'in') return `${field} = ANY($${parameters.push(texts)}::jsonb[])`
  const value = `$${parameters.push(texts[0])}::jsonb`
  if (operator === 'eq') return `${field} = ${value}`
  // jsonb orders values of different types, but a range must match values of one type only, as on MongoDB. So a bound
  // of the type is added to the condition, with which PostgreSQL can use the index. With a condition on jsonb_typeof,
  // the planner would expect few rows and scan the whole table.
  const [first, last] = typeof values[0] === 'string' ? STRINGS : NUMBERS
  const other = operator === 'gt' || operator === 'gte' ? `< '${last}'::jsonb` : `>= '${first}'::jsonb`
  return `(${field} ${SQL_RANGES[operator]} ${value} AND ${field} ${other})`
}

/**
 * One statement that writes the documents and moves the checkpoints, so a commit is one round trip and one transaction.
 * If another process has moved a checkpoint, the whole statement fails. Documents and checkpoints always change
 * together, so the statement need not compare the positions of documents. The commit does not wait for the disk
 * (docs/decisions/0007-read-models-do-not-wait-for-the-disk.md).
 */
function moveStatement(
  tables: PostgresTables,
  checkpoints: readonly Checkpoint[],
  to: Place,
  { changes, forgotten }: Work,
  signal: readonly [channel: string, payload: string] | null,
): { text: string; values: unknown[]; models: number } {
  const values: unknown[] = []
  const parameter = (value: unknown) => `$${values.push(value)}`
  const names = parameter(checkpoints.map(({ name }) => name))
  const generations = parameter(checkpoints.map(({ generation }) => generation))
  const from = parameter(checkpoints[0]?.position ?? 0n)
  const place = placeOf(to).map(parameter).join(', ')
  const parts = [
    `moved AS (UPDATE ${tables.checkpoints} SET (position, last_position, last_id) = (${place})
      WHERE name = ANY(${names}::text[]) AND position = ${from}
        AND generation = (${generations}::integer[])[array_position(${names}::text[], name)] RETURNING 1)`,
    // If another process has moved a checkpoint, this expression divides by zero, and the whole statement fails.
    `ours AS MATERIALIZED (SELECT WHERE 1 / ((SELECT count(*) FROM moved) = cardinality(${names}::text[]))::integer = 1)`,
  ]

  const byTable = Map.groupBy(changes, ({ model, generation }) => tables.generation(model, generation))
  for (const [table, all] of byTable) {
    const kept = all.filter(({ doc }) => doc !== null)
    const removed = all.filter(({ doc }) => doc === null)
    if (kept.length > 0) {
      const ids = parameter(kept.map(({ id }) => id))
      const ats = parameter(kept.map(({ at }) => at))
      const docs = parameter(kept.map(({ doc }) => JSON.stringify(doc)))
      parts.push(`written${parts.length} AS (
      INSERT INTO ${table} (id, at, doc)
      SELECT change.* FROM ours, unnest(${ids}::text[], ${ats}::bigint[], ${docs}::json[]) AS change
      ON CONFLICT (id) DO UPDATE SET at = excluded.at, doc = excluded.doc)`)
    }
    if (removed.length > 0) {
      const ids = parameter(removed.map(({ id }) => id))
      parts.push(`removed${parts.length} AS (
      DELETE FROM ${table} WHERE id = ANY(${ids}::text[]) AND EXISTS (SELECT FROM ours))`)
    }
  }
  for (const { model, generation } of forgotten?.models ?? []) {
    const user = parameter(JSON.stringify(forgotten?.userId))
    parts.push(`forgotten${parts.length} AS (
      DELETE FROM ${tables.generation(model, generation)}
      WHERE ${tables.field('user_id')} = ${user}::jsonb AND EXISTS (SELECT FROM ours))`)
  }
  const tell = signal === null ? '1' : `pg_notify(${parameter(signal[0])}, ${parameter(signal[1])})`
  return {
    text: `WITH ${parts.join(',\n    ')}\n    SELECT ${tell}, set_config('synchronous_commit', 'off', true) FROM ours`,
    values,
    models: byTable.size + (forgotten?.models.length ?? 0),
  }
}
