import { type ArchivedKeys, forArchive, fromArchive } from '@pathlight/identity/archived-accounts.ts'
import {
  type ArchivedRow,
  type FieldKind,
  fieldsOf,
  IDENTITY_PARTS,
  type IdentityArchive,
  type IdentityPart,
  ROWS,
  type SharedText,
} from '@pathlight/identity/identity-archive.ts'
import type { Pool } from 'pg'
import { translate } from '../connection/pool.ts'

const snake = (name: string): string => name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
/** The column of a field. */
export const columnOf = (field: string): string => `"${snake(field)}"`
const tableOf = (part: IdentityPart): string => `identity.${part}`

/** A value as the archive has it. */
const archived = (value: unknown, kind: FieldKind): unknown => {
  if (value === null || value === undefined) return null
  if (kind === 'bytes') return (value as Buffer).toString('base64')
  return kind === 'time' ? (value as Date).toISOString() : value
}
/** A value as the driver takes it. */
const stored = (value: unknown, kind: FieldKind): unknown => {
  if (value === null || value === undefined) return kind === 'texts' ? [] : null
  if (kind === 'bytes') return Buffer.from(String(value), 'base64')
  return kind === 'json' ? JSON.stringify(value) : value
}

/** Identity in PostgreSQL as archives know it; its tables are there already (postgresIdentity). */
export const postgresArchive = (pool: Pool, keys: ArchivedKeys): IdentityArchive => {
  const reach = <T>(work: Promise<T>): Promise<T> =>
    work.catch((error: unknown) => {
      throw translate(error)
    })
  const query = async <Row extends object>(text: string, values: unknown[] = []) =>
    (await reach(pool.query<Row>(text, values))).rows

  const remembered = async <T>(name: string): Promise<T | null> => {
    const [row] = await query<{ value: T }>('SELECT value FROM identity.archives WHERE name = $1', [name])
    return row?.value ?? null
  }
  const remember = async (name: string, value: object) => {
    await query(
      `INSERT INTO identity.archives (name, value) VALUES ($1, $2) ON CONFLICT (name) DO UPDATE SET value = excluded.value`,
      [name, JSON.stringify(value)],
    )
  }

  return {
    // One statement, and so one moment: no two rows can have the same name or address.
    async *rows(part) {
      const fields = fieldsOf(part)
      const columns = fields.map(([field]) => columnOf(field)).join()
      const client = await reach(pool.connect())
      let failed = true
      try {
        await reach(client.query('BEGIN READ ONLY'))
        await reach(client.query(`DECLARE archived NO SCROLL CURSOR FOR SELECT ${columns} FROM ${tableOf(part)}`))
        for (;;) {
          const { rows } = await reach(client.query<Record<string, unknown>>(`FETCH ${ROWS} FROM archived`))
          if (rows.length === 0) break
          const all = rows.map((row) =>
            Object.fromEntries(fields.map(([field, kind]) => [field, archived(row[snake(field)], kind)])),
          )
          yield all.map((row) => forArchive(keys, row))
        }
        await reach(client.query('COMMIT'))
        failed = false
      } finally {
        // A transaction that did not end goes with its connection.
        client.release(failed)
      }
    },

    async put(part, rows) {
      const fields = fieldsOf(part)
      const { key } = IDENTITY_PARTS[part]
      const names: readonly string[] = key
      const columns = fields.map(([field]) => columnOf(field))
      const others = fields.flatMap(([field]) => (names.includes(field) ? [] : [columnOf(field)]))
      const known = new Map<string, ArchivedRow>()
      for (const row of rows) known.set(JSON.stringify(names.map((name) => row[name])), row)
      const all = await Promise.all([...known.values()].map((row) => fromArchive(keys, row)))
      for (let from = 0; from < all.length; from += ROWS) {
        const values: unknown[] = []
        const lines = all
          .slice(from, from + ROWS)
          .map((row) => `(${fields.map(([field, kind]) => `$${values.push(stored(row[field], kind))}`).join()})`)
        await query(
          `INSERT INTO ${tableOf(part)} (${columns.join()}) VALUES ${lines.join()}
           ON CONFLICT (${names.map(columnOf).join()}) DO UPDATE SET ${others.map((name) => `${name} = excluded.${name}`).join()}`,
          values,
        )
      }
    },

    async isEmpty() {
      return (await query('SELECT FROM identity.users LIMIT 1')).length === 0
    },

    async masterKeyCheck() {
      const [row] = await query<{ check: Buffer }>('SELECT "check" FROM identity.master_key')
      return row?.check ?? new Uint8Array()
    },

    lastWritten: () => remembered('last-written'),
    noteWritten: (archive) => remember('last-written', archive),
    reading: () => remembered('reading'),
    noteReading: (archive) => remember('reading', archive),
    async sharedTexts() {
      const rows = await query<{ value: SharedText }>("SELECT value FROM identity.archives WHERE name LIKE 'text:%'")
      return rows.map(({ value }) => value)
    },
    noteSharedText: (text) => remember(`text:${text.code}`, text),
  }
}
