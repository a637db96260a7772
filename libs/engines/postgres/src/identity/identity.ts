import type { DataKeys } from '@pathlight/identity/data-keys.ts'
import { deviceOf } from '@pathlight/identity/device.ts'
import { accountOfUnknown, asGuess } from '@pathlight/identity/guess-limits.ts'
import { type Identity, IMPORT_KEPT_MS, LONGEST_MS, type Taken } from '@pathlight/identity/identity.ts'
import { createPasswordHashing } from '@pathlight/identity/password-hashing.ts'
import { spentCount } from '@pathlight/identity/spent.ts'
import { writtenCount } from '@pathlight/identity/written-kilobytes.ts'
import type { Pool, QueryConfig } from 'pg'
import { translate } from '../connection/pool.ts'
import { postgresAccountCare } from './account-care.ts'
import { postgresAdministration } from './administration.ts'
import { postgresCounts } from './counts.ts'
import { postgresImports } from './imports.ts'
import { postgresKnownOrigins } from './known-origins.ts'
import { postgresMessages } from './messages.ts'
import { postgresPasswordReset } from './password-reset.ts'
import { makeIdentitySchema } from './schema.ts'
import { postgresSessions } from './sessions.ts'
import { USER, type UserRow, userOf } from './users.ts'

/**
 * Identity in PostgreSQL (schema `identity`, made here if missing). `pool` stays the caller's to end; `now` is the
 * clock.
 */
export async function postgresIdentity(options: {
  pool: Pool
  keys: Pick<DataKeys, 'newKey' | 'fields'>
  now?: () => Date
}): Promise<Identity> {
  const { pool, keys, now = () => new Date() } = options
  const { fields } = keys
  const toUser = userOf(fields)
  const passwords = createPasswordHashing()

  const ask = async <Row extends object>(question: QueryConfig): Promise<Row[]> => {
    try {
      return (await pool.query<Row>(question)).rows
    } catch (error) {
      throw translate(error)
    }
  }
  const query = <Row extends object>(text: string, values: unknown[] = []) => ask<Row>({ text, values })
  const inMs = (ms: number) => new Date(now().getTime() + ms)

  await makeIdentitySchema(pool).catch((error) => {
    throw translate(error)
  })

  const whatIsTaken = async (username: string, email: string): Promise<Taken> => {
    const rows = await query<{ field: 'email' | 'username' }>(
      `SELECT 'email' AS field FROM identity.users
       WHERE email_key = $1 OR (previous_email_key = $1 AND previous_email_until > $3)
       UNION SELECT 'username' FROM identity.users WHERE username_key = $2 ORDER BY field`,
      [fields.hashOf(email), fields.hashOf(username), now()],
    )
    return rows.map(({ field }) => field)
  }
  const byEmail = async (email: string) => {
    const [row] = await query<UserRow & { password_hash: string }>(
      `SELECT ${USER}, password_hash FROM identity.users WHERE email_key = $1`,
      [fields.hashOf(email)],
    )
    return row ?? null
  }

  const counts = postgresCounts({ query, now, inMs })
  const { familiarAs, deviceFrom, forgetOldOrigins } = postgresKnownOrigins(query)

  const { dropLapsedClaims, ...importing } = postgresImports({ query, now, inMs })

  return {
    ...postgresSessions({ query, ask, fields, now, inMs, deviceFrom, forgetOldOrigins }),
    ...postgresPasswordReset({
      ...{ query, toUser, now, inMs, passwords, counts },
      ...{ byEmail, familiarAs, deviceFrom, forgetOldOrigins },
    }),
    ...importing,
    ...postgresMessages({ query, now, keys }),
    ...postgresAccountCare({ query, fields, toUser, now, inMs, passwords, counts, familiarAs }),
    ...postgresAdministration({ query, fields, toUser, now, inMs }),

    async createUser({ id, username, email, password, language }) {
      // Before the costly hash; the unique columns decide races.
      const before = await whatIsTaken(username, email)
      if (before.length > 0) return { taken: before }
      const hash = await passwords.hash(password, 'sign-up')
      const wrapped = await keys.newKey(id)
      const [row] = await query<UserRow>(
        `INSERT INTO identity.users
           (id, username, email, username_key, email_key, password_hash, language, created_at, wrapped_data_key)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)
         ON CONFLICT DO NOTHING
         RETURNING ${USER}`,
        [
          id,
          fields.seal(username, 'username', id, wrapped),
          fields.seal(email, 'address', id, wrapped),
          fields.hashOf(username),
          fields.hashOf(email),
          hash,
          language,
          now(),
          wrapped,
        ],
      )
      if (row) return toUser(row)
      return { taken: await whatIsTaken(username, email) }
    },

    async findUser(id) {
      const [row] = await query<UserRow>(`SELECT ${USER} FROM identity.users WHERE id = $1 AND closed_at IS NULL`, [id])
      return row ? toUser(row) : null
    },

    async findUserByEmail(email) {
      const row = await byEmail(email)
      return row && toUser(row)
    },

    async verifyPassword(email, password, from) {
      const row = await byEmail(email)
      const familiar = await familiarAs(row?.id ?? null, from)
      return asGuess(counts, row?.id ?? accountOfUnknown(email), familiar, async () => {
        const theirs = await passwords.verify(row?.password_hash ?? null, password, from.address)
        return row && theirs ? toUser(row) : null
      })
    },

    async knowsDevice(email, deviceToken) {
      const row = await byEmail(email)
      const id = deviceOf(row?.id ?? '', deviceToken).id
      return (await query('SELECT 1 FROM identity.devices WHERE id = $1 AND ended_at IS NULL', [id])).length > 0
    },

    async grantWriting(userId, kilobytes, most) {
      return (await counts.take(writtenCount(userId, kilobytes, most))).taken
    },

    async spendOnce(name, windowMs) {
      return (await counts.take(spentCount(name, windowMs))).taken
    },

    async sweep() {
      await dropLapsedClaims()
      const gone = await query(
        `WITH sessions AS (
           DELETE FROM identity.sessions WHERE expires_at <= $1 OR (NOT remember AND created_at <= $2) RETURNING 1
         ), links AS (DELETE FROM identity.reset_links WHERE expires_at <= $1 RETURNING 1),
              email_links AS (DELETE FROM identity.email_links WHERE expires_at <= $1 RETURNING 1),
              counts AS (DELETE FROM identity.counts WHERE until <= $1 RETURNING 1),
              imports AS (DELETE FROM identity.imports WHERE begun_at <= $3),
              import_pieces AS (DELETE FROM identity.import_pieces WHERE kept_at <= $3)
         SELECT 1 FROM sessions UNION ALL SELECT 1 FROM links UNION ALL SELECT 1 FROM email_links UNION ALL SELECT 1 FROM counts`,
        [now(), inMs(-LONGEST_MS), inMs(-IMPORT_KEPT_MS)],
      )
      return gone.length
    },

    async close() {},
  }
}
