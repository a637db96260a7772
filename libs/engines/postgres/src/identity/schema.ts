import { KINDS, type KindName, kindOf, typeOf } from '@pathlight/identity/kinds.ts'
import type { Pool } from 'pg'

/** Any number that no other advisory lock in the database has. */
const SCHEMA_LOCK = 7_217_349_102

const snake = (name: string): string => name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
export const columnOf = (field: string): string => `"${snake(field)}"`
export const tableOf = (kind: KindName): string => `identity.${kind}`

/** The default is for existing rows when a column that may not be null is added. */
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
/** Indexes leave out null, because most rows have it where a field may be null. The key's index serves its first field, too. */
const indexesOf = (kind: KindName): string[] => {
  const { fields, key, indexes = [] } = kindOf(kind)
  return indexes
    .filter((name) => name !== key[0])
    .map((name) => {
      const some = fields[name]?.endsWith('?') ? ` WHERE ${columnOf(name)} IS NOT NULL` : ''
      return `CREATE INDEX IF NOT EXISTS ${kind}_${snake(name)} ON ${tableOf(kind)} (${columnOf(name)})${some}`
    })
}

/** Adds what is missing, also in a database of an older version. Several processes may call it at the same time. */
export async function makeIdentitySchema(pool: Pool): Promise<void> {
  const kinds = Object.keys(KINDS) as KindName[]
  const client = await pool.connect()
  try {
    await client.query('BEGIN')
    await client.query('SELECT pg_advisory_xact_lock($1)', [SCHEMA_LOCK])
    await client.query('CREATE SCHEMA IF NOT EXISTS identity')
    // This table had one token for each user, so a stranger could invalidate the owner's by asking for another.
    await client.query('DROP TABLE IF EXISTS identity.reset_tokens')
    for (const kind of kinds) await client.query(table(kind))
    // ALTER locks a table against all other processes, so it runs only if needed.
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
    // Ends the connection, and with it the transaction.
    client.release(true)
    throw error
  }
}
