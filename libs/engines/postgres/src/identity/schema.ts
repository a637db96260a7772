import { KINDS, type KindName, kindOf, typeOf } from '@pathlight/identity/kinds.ts'
import type { Pool } from 'pg'

/** Any number that no other advisory lock in the database has. */
const SCHEMA_LOCK = 7_217_349_102

const snake = (name: string): string => name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
/** The column of a field. */
export const columnOf = (field: string): string => `"${snake(field)}"`
/** The table of a kind. */
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
/** Indexes leave out rows with null, as most are where a field may be null. The key's index serves its first field, too. */
const indexesOf = (kind: KindName): string[] => {
  const { fields, key, indexes = [] } = kindOf(kind)
  return indexes
    .filter((name) => name !== key[0])
    .map((name) => {
      const some = fields[name]?.endsWith('?') ? ` WHERE ${columnOf(name)} IS NOT NULL` : ''
      return `CREATE INDEX IF NOT EXISTS ${kind}_${snake(name)} ON ${tableOf(kind)} (${columnOf(name)})${some}`
    })
}

/** Makes what is missing, in a database of an older version too; several processes may start at once. */
export async function makeIdentitySchema(pool: Pool): Promise<void> {
  const kinds = Object.keys(KINDS) as KindName[]
  const client = await pool.connect()
  try {
    await client.query('BEGIN')
    await client.query('SELECT pg_advisory_xact_lock($1)', [SCHEMA_LOCK])
    await client.query('CREATE SCHEMA IF NOT EXISTS identity')
    // Held one token a user, so that a stranger could make the owner's useless by asking for another.
    await client.query('DROP TABLE IF EXISTS identity.reset_tokens')
    for (const kind of kinds) await client.query(table(kind))
    // Altering locks a table against every other process, so only where it is needed.
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
    // The connection goes, and with it the transaction.
    client.release(true)
    throw error
  }
}
