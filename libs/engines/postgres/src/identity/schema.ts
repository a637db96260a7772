import { KINDS, type KindName, kindOf, typeOf } from '@pathlight/identity/kinds.ts'
import type { Pool } from 'pg'

/** The number of the advisory lock for this schema. No other lock in the database has it. */
const SCHEMA_LOCK = 7_217_349_102

const snake = (name: string): string => name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
export const columnOf = (field: string): string => `"${snake(field)}"`
export const tableOf = (kind: KindName): string => `identity.${kind}`

/**
 * PostgreSQL's type for each field type. A default fills existing rows when a later version adds a column that may not
 * be null.
 */
const TYPES = {
  text: 'text',
  whole: 'integer DEFAULT 0',
  flag: 'boolean',
  time: 'timestamptz',
  bytes: 'bytea',
  texts: "text[] DEFAULT '{}'",
  json: 'jsonb',
} as const

const definition = (kind: KindName, name: string): string => {
  const { fields, unique = [] } = kindOf(kind)
  const field = fields[name] ?? 'text'
  const mayBeNull = field.endsWith('?') ? '' : ' NOT NULL'
  const isUnique = unique.includes(name) ? ' UNIQUE' : ''
  const owner = name === 'userId' ? ' REFERENCES identity.users ON DELETE CASCADE' : ''
  return `${columnOf(name)} ${TYPES[typeOf(field)]}${mayBeNull}${isUnique}${owner}`
}
const table = (kind: KindName): string => {
  const { fields, key } = kindOf(kind)
  const columns = Object.keys(fields).map((name) => definition(kind, name))
  return `CREATE TABLE IF NOT EXISTS ${tableOf(kind)} (${columns}, PRIMARY KEY (${key.map(columnOf)}))`
}
/**
 * Statements that create a kind's indexes. An index of an optional field leaves out null, which most rows have. The
 * first field of the key needs no index of its own, because the primary key's index serves it.
 */
const indexesOf = (kind: KindName): string[] => {
  const { fields, key, indexes = [] } = kindOf(kind)
  return indexes
    .filter((name) => name !== key[0])
    .map((name) => {
      const some = fields[name]?.endsWith('?') ? ` WHERE ${columnOf(name)} IS NOT NULL` : ''
      return `CREATE INDEX IF NOT EXISTS ${kind}_${snake(name)} ON ${tableOf(kind)} (${columnOf(name)})${some}`
    })
}

/**
 * Creates the missing tables, columns and indexes, in a new database or in one that an older version made. Several
 * processes may call the function at the same time.
 */
export async function makeIdentitySchema(pool: Pool): Promise<void> {
  const kinds = Object.keys(KINDS) as KindName[]
  const client = await pool.connect()
  try {
    await client.query('BEGIN')
    await client.query('SELECT pg_advisory_xact_lock($1)', [SCHEMA_LOCK])
    await client.query('CREATE SCHEMA IF NOT EXISTS identity')
    // A table of older versions, which nothing reads.
    await client.query('DROP TABLE IF EXISTS identity.reset_tokens')
    for (const kind of kinds) await client.query(table(kind))
    // ALTER TABLE locks the table against all other processes, so it runs only for missing columns.
    const { rows } = await client.query<{ name: string }>(
      `SELECT relname || '.' || attname AS name FROM pg_attribute JOIN pg_class ON pg_class.oid = attrelid
       WHERE relnamespace = 'identity'::regnamespace AND attnum > 0 AND NOT attisdropped`,
    )
    const columns = new Set(rows.map(({ name }) => name))
    for (const kind of kinds)
      for (const name of Object.keys(kindOf(kind).fields))
        if (!columns.has(`${kind}.${snake(name)}`))
          await client.query(`ALTER TABLE ${tableOf(kind)} ADD COLUMN ${definition(kind, name)}`)
    for (const kind of kinds) for (const index of indexesOf(kind)) await client.query(index)
    await client.query('COMMIT')
    client.release()
  } catch (error) {
    // Closes the connection, which rolls the transaction back.
    client.release(true)
    throw error
  }
}
