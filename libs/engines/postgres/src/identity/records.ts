import { fieldsOf, type KindName, kindOf, type RecordOf, typeOf } from '@pathlight/identity/kinds.ts'
import { PAGE, type Records, type Where } from '@pathlight/identity/records.ts'
import type { Pool, QueryConfig } from 'pg'
import { answerTo } from '../connection/pool.ts'
import { cutOff } from './cut-off.ts'
import { columnOf, makeIdentitySchema, tableOf } from './schema.ts'

/** PostgreSQL's code for a duplicate value: https://www.postgresql.org/docs/current/errcodes-appendix.html */
const NOT_UNIQUE = '23505'

type Loose = Readonly<Record<string, unknown>>

/**
 * The columns of a kind as a SELECT names them, each under the name of its field. `of`: the prefix of a table's alias.
 * `without`: the fields to leave out.
 */
const columnsOf = (kind: KindName, of = '', without: readonly unknown[] = []): string =>
  `${fieldsOf(kind, without).map((field) => `${of}${columnOf(field)} AS "${field}"`)}`

/**
 * The statement that reads a session, link or token together with its user. Most requests read a session by it. So it
 * has a name, and each connection prepares it once.
 */
const owned = (kind: KindName) => ({
  name: `identity-owned-${kind}`,
  text: `SELECT ${columnsOf(kind, 't.')}, ${columnsOf('users', 'u.')}
    FROM ${tableOf(kind)} t JOIN identity.users u ON u.id = t.user_id WHERE t.token_hash = $1`,
  rowMode: 'array' as const,
  fields: fieldsOf(kind),
})
const OWNED = {
  sessions: owned('sessions'),
  reset_links: owned('reset_links'),
  email_links: owned('email_links'),
  tokens: owned('tokens'),
}
const USER = fieldsOf('users')
/** The value of a field in the form that the driver takes. */
const stored = (kind: KindName, field: string, value: unknown): unknown =>
  typeOf(kindOf(kind).fields[field] ?? 'text') === 'json' ? JSON.stringify(value) : value

/**
 * The identity records in PostgreSQL: a table for each kind in the schema `identity`. Missing tables are created. The
 * caller ends `pool`.
 */
export async function postgresRecords(pool: Pool): Promise<Records> {
  await answerTo(makeIdentitySchema(pool))
  const ask = async <Row>(question: QueryConfig): Promise<Row[]> =>
    (await answerTo(pool.query<Row & object>(question))).rows
  const query = <Row>(text: string, values: unknown[] = []) => ask<Row>({ text, values })

  /** The conditions as SQL. Appends their values to `values`. */
  const conditions = (where: Loose, values: unknown[]): string => {
    const all = Object.entries(where).map(([field, is]) => {
      const column = columnOf(field)
      const value = (given: unknown) => `$${values.push(given)}`
      if (is === null) return `${column} IS NULL`
      if (Array.isArray(is)) return `${column} = ANY(${value(is)})`
      if (typeof is === 'object' && 'not' in is) return `${column} IS DISTINCT FROM ${value(is.not)}`
      if (typeof is === 'object' && 'upTo' in is) return `${column} <= ${value(is.upTo)}`
      if (typeof is === 'object' && 'after' in is) return `${column} > ${value(is.after)}`
      return `${column} = ${value(is)}`
    })
    return all.length === 0 ? 'true' : all.join(' AND ')
  }
  const row = (kind: KindName, record: Loose, values: unknown[]): string =>
    `(${fieldsOf(kind)
      .map((field) => `$${values.push(stored(kind, field, record[field]))}`)
      .join()})`
  const insert = (kind: KindName) => `INSERT INTO ${tableOf(kind)} (${fieldsOf(kind).map(columnOf)}) VALUES`

  return {
    async add(kind, record) {
      const values: unknown[] = []
      const added = await query(
        `${insert(kind)} ${row(kind, record, values)} ON CONFLICT DO NOTHING RETURNING 1`,
        values,
      )
      return added.length > 0
    },

    find<K extends KindName>(kind: K, where: Where<K>) {
      const values: unknown[] = []
      const matching = conditions(where, values)
      return query<RecordOf<K>>(`SELECT ${columnsOf(kind)} FROM ${tableOf(kind)} WHERE ${matching}`, values)
    },

    findWithout<K extends KindName, F extends keyof RecordOf<K>>(kind: K, where: Where<K>, without: readonly F[]) {
      const values: unknown[] = []
      const matching = conditions(where, values)
      const columns = columnsOf(kind, '', without)
      return query<Omit<RecordOf<K>, F>>(`SELECT ${columns} FROM ${tableOf(kind)} WHERE ${matching}`, values)
    },

    async findOwned<K extends keyof typeof OWNED>(kind: K, tokenHash: Uint8Array) {
      const { fields, ...statement } = OWNED[kind]
      const { rows } = await answerTo(pool.query<unknown[]>({ ...statement, values: [tokenHash] }))
      const [row] = rows
      if (row === undefined) return null
      const read = (names: readonly string[], from: number) =>
        Object.fromEntries(names.map((field, n) => [field, row[from + n]]))
      return [read(fields, 0) as RecordOf<K>, read(USER, fields.length) as RecordOf<'users'>] as const
    },

    async change<K extends KindName>(kind: K, where: Where<K>, given: Partial<RecordOf<K>>) {
      const values: unknown[] = []
      const set = Object.entries(given).map(
        ([field, value]) => `${columnOf(field)} = $${values.push(stored(kind, field, value))}`,
      )
      const text = `UPDATE ${tableOf(kind)} SET ${set} WHERE ${conditions(where, values)} RETURNING ${columnsOf(kind)}`
      try {
        return (await query<RecordOf<K>>(text, values))[0] ?? null
      } catch (error) {
        if ((error as { code?: unknown }).code === NOT_UNIQUE) return 'taken'
        throw error
      }
    },

    async put(kind, records) {
      const { key } = kindOf(kind)
      const others = fieldsOf(kind)
        .filter((field) => !key.includes(field))
        .map(columnOf)
      for (let from = 0; from < records.length; from += PAGE) {
        const values: unknown[] = []
        const rows = records.slice(from, from + PAGE).map((record) => row(kind, record, values))
        await query(
          `${insert(kind)} ${rows} ON CONFLICT (${key.map(columnOf)}) DO UPDATE SET ${others.map((name) => `${name} = excluded.${name}`)}`,
          values,
        )
      }
    },

    async remove(kind, where) {
      const values: unknown[] = []
      const matching = conditions(where, values)
      return (await query(`DELETE FROM ${tableOf(kind)} WHERE ${matching} RETURNING 1`, values)).length
    },

    async count(kind, where) {
      const values: unknown[] = []
      const matching = conditions(where, values)
      const [counted] = await query<{ n: string }>(
        `SELECT count(*) AS n FROM ${tableOf(kind)} WHERE ${matching}`,
        values,
      )
      return Number(counted?.n)
    },

    async *pages<K extends KindName>(kind: K) {
      const { key } = kindOf(kind)
      const columns = key.map(columnOf)
      for (let last: Loose | undefined, more = true; more; ) {
        const values = last === undefined ? [] : key.map((field) => last?.[field])
        const after = last === undefined ? '' : `WHERE (${columns}) > (${key.map((_, n) => `$${n + 1}`)})`
        const page = await query<RecordOf<K>>(
          `SELECT ${columnsOf(kind)} FROM ${tableOf(kind)} ${after} ORDER BY ${columns} LIMIT ${PAGE}`,
          values,
        )
        if (page.length > 0) yield page
        last = page.at(-1)
        more = page.length === PAGE
      }
    },

    async countUp({ name, amount, max, until, by }, now) {
      const counted = await query(
        `INSERT INTO identity.counts AS c (name, count, until, by) VALUES ($1, $5, $2, array_remove(ARRAY[$6::text], NULL))
         ON CONFLICT (name) DO UPDATE SET
           count = CASE WHEN c.until > $3 THEN c.count + $5 ELSE $5 END,
           until = CASE WHEN c.until > $3 THEN c.until ELSE excluded.until END,
           by = CASE WHEN c.until > $3 THEN c.by || excluded.by ELSE excluded.by END
         WHERE c.until <= $3 OR c.count + $5 <= $4
         RETURNING 1`,
        [name, until, now, max, amount, by],
      )
      return counted.length > 0
    },

    cutOff: () => cutOff(query),
  }
}
