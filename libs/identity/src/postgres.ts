import { randomUUID } from 'node:crypto'
import { translate } from '@pathlight/stores/postgres-pool.ts'
import type { Pool, QueryConfig } from 'pg'
import type { DataKeys } from './data-keys.ts'
import { type Device, deviceLabel, deviceOf } from './device.ts'
import { IDLE_MS, type Identity, REMEMBERED_MS, RESET_MS, type Session, type Taken, type User } from './identity.ts'
import { nameKey } from './name-key.ts'
import { createPasswordHashing } from './password-hashing.ts'
import { makeIdentitySchema } from './postgres-schema.ts'
import { newToken, tokenHash } from './secret-token.ts'

/** The idle limit is written down at most this often a session. */
const SLIDE_EVERY_MS = 60_000

type UserRow = {
  id: string
  username: string
  email: string
  language: 'en' | 'ko'
  created_at: Date
  generation: number
}
type SessionRow = {
  id: string
  device_id: string | null
  user_id: string
  username: string
  email: string
  created_at: Date
  expires_at: Date
}
type DeviceRow = { id: string; label: string; first_seen_at: Date; last_seen_at: Date }

const USER = 'id, username, email, language, created_at, generation'

/**
 * Identity in PostgreSQL (schema `identity`, made here if missing). `pool` stays the caller's to end; `now` is the
 * clock; without `keys` nobody can sign up here.
 */
export async function postgresIdentity(options: {
  pool: Pool
  keys: Pick<DataKeys, 'newKey'> | null
  now?: () => Date
}): Promise<Identity> {
  const { pool, keys, now = () => new Date() } = options
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
      `SELECT 'email' AS field FROM identity.users WHERE email_key = $1
       UNION ALL SELECT 'username' FROM identity.users WHERE username_key = $2`,
      [nameKey(email), nameKey(username)],
    )
    return rows.map(({ field }) => field)
  }
  const byEmail = async (email: string) => {
    const [row] = await query<UserRow & { password_hash: string }>(
      `SELECT ${USER}, password_hash FROM identity.users WHERE email_key = $1`,
      [nameKey(email)],
    )
    return row ?? null
  }

  return {
    async createUser({ id, username, email, password, language }) {
      if (keys === null) throw new Error('Without the master key no account can be made')
      // Before the costly hash; the unique columns decide races.
      const before = await whatIsTaken(username, email)
      if (before.length > 0) return { taken: before }
      const [row] = await query<UserRow>(
        `INSERT INTO identity.users
           (id, username, email, username_key, email_key, password_hash, language, created_at, wrapped_data_key)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)
         ON CONFLICT DO NOTHING
         RETURNING ${USER}`,
        [
          id,
          username,
          email,
          nameKey(username),
          nameKey(email),
          await passwords.hash(password),
          language,
          now(),
          keys.newKey(id),
        ],
      )
      if (row) return toUser(row)
      const taken = await whatIsTaken(username, email)
      if (taken.length === 0) throw new Error(`The user id ${id} is in use already`)
      return { taken }
    },

    async findUser(id) {
      const [row] = await query<UserRow>(`SELECT ${USER} FROM identity.users WHERE id = $1`, [id])
      return row ? toUser(row) : null
    },

    async findUserByEmail(email) {
      const row = await byEmail(email)
      return row && toUser(row)
    },

    async verifyPassword(email, password) {
      const row = await byEmail(email)
      const theirs = await passwords.verify(row?.password_hash ?? null, password)
      return row && theirs ? toUser(row) : null
    },

    async startSession(user, { remember, userAgent, deviceToken }) {
      const token = newToken()
      const device = deviceOf(user.id, deviceToken)
      const [row] = await query<SessionRow>(
        `WITH who AS (
           SELECT id, username, email, generation FROM identity.users WHERE id = $3 AND generation = $4
         ), device AS (
           INSERT INTO identity.devices (id, user_id, label, first_seen_at, last_seen_at)
           SELECT $8, id, $9, $5, $5 FROM who
           ON CONFLICT (id) DO UPDATE SET label = excluded.label, last_seen_at = excluded.last_seen_at
         ), started AS (
           INSERT INTO identity.sessions (token_hash, id, user_id, generation, created_at, expires_at, remember, device_id)
           SELECT $1, $2, id, generation, $5, $6, $7, $8 FROM who
           RETURNING *
         )
         SELECT s.id, s.device_id, s.user_id, u.username, u.email, s.created_at, s.expires_at
         FROM started s JOIN who u ON u.id = s.user_id`,
        [
          tokenHash(token),
          randomUUID(),
          user.id,
          user.passwordGeneration,
          now(),
          inMs(remember ? REMEMBERED_MS : IDLE_MS),
          remember,
          device.id,
          deviceLabel(userAgent),
        ],
      )
      return row ? { token, deviceToken: device.token, session: toSession(row) } : null
    },

    async findSession(token) {
      const [row] = await ask<SessionRow>({
        name: 'identity-find-session',
        text: FIND_SESSION,
        values: [tokenHash(token), now(), inMs(IDLE_MS), inMs(IDLE_MS - SLIDE_EVERY_MS)],
      })
      return row ? toSession(row) : null
    },

    async endSession(token) {
      await query('DELETE FROM identity.sessions WHERE token_hash = $1', [tokenHash(token)])
    },

    async devicesOf(userId) {
      const rows = await query<DeviceRow>(
        `SELECT id, label, first_seen_at, last_seen_at FROM identity.devices WHERE user_id = $1
         ORDER BY last_seen_at DESC, id`,
        [userId],
      )
      return rows.map(toDevice)
    },

    async startPasswordReset(email) {
      const row = await byEmail(email)
      if (!row) return null
      const token = newToken()
      await query(
        `INSERT INTO identity.reset_tokens (user_id, token_hash, expires_at) VALUES ($1, $2, $3)
         ON CONFLICT (user_id) DO UPDATE SET token_hash = excluded.token_hash, expires_at = excluded.expires_at`,
        [row.id, tokenHash(token), inMs(RESET_MS)],
      )
      return { token, user: toUser(row) }
    },

    async finishPasswordReset(token, newPassword) {
      const good = await query('SELECT 1 FROM identity.reset_tokens WHERE token_hash = $1 AND expires_at > $2', [
        tokenHash(token),
        now(),
      ])
      // A guess costs no hash. Of two that come this far at once, the statement below lets one through.
      if (good.length === 0) return false
      const changed = await query(
        `WITH spent AS (
           DELETE FROM identity.reset_tokens WHERE token_hash = $1 AND expires_at > $2 RETURNING user_id
         ), ended AS (
           DELETE FROM identity.sessions WHERE user_id IN (SELECT user_id FROM spent)
         )
         UPDATE identity.users SET password_hash = $3, generation = generation + 1
         WHERE id IN (SELECT user_id FROM spent) RETURNING id`,
        [tokenHash(token), now(), await passwords.hash(newPassword)],
      )
      return changed.length === 1
    },

    async sweep() {
      const gone = await query(
        `WITH sessions AS (DELETE FROM identity.sessions WHERE expires_at <= $1 RETURNING 1),
              tokens AS (DELETE FROM identity.reset_tokens WHERE expires_at <= $1 RETURNING 1)
         SELECT 1 FROM sessions UNION ALL SELECT 1 FROM tokens`,
        [now()],
      )
      return gone.length
    },

    async close() {},
  }
}

/** On the way of every request, so one statement: it finds, and slides the idle limit when that is due. */
const FIND_SESSION = `
  WITH slid AS (
    UPDATE identity.sessions SET expires_at = $3
    WHERE token_hash = $1 AND expires_at > $2 AND NOT remember AND expires_at < $4
    RETURNING token_hash, expires_at
  )
  SELECT s.id, s.device_id, s.user_id, u.username, u.email, s.created_at, COALESCE(slid.expires_at, s.expires_at) AS expires_at
  FROM identity.sessions s
  JOIN identity.users u ON u.id = s.user_id AND u.generation = s.generation
  LEFT JOIN slid ON slid.token_hash = s.token_hash
  WHERE s.token_hash = $1 AND s.expires_at > $2`

const toUser = ({ id, username, email, language, created_at, generation }: UserRow): User => ({
  id,
  username,
  email,
  language,
  createdAt: created_at.toISOString(),
  passwordGeneration: generation,
})

const toDevice = ({ id, label, first_seen_at, last_seen_at }: DeviceRow): Device => ({
  id,
  label,
  firstSeenAt: first_seen_at.toISOString(),
  lastSeenAt: last_seen_at.toISOString(),
})

const toSession = ({ id, device_id, user_id, username, email, created_at, expires_at }: SessionRow): Session => ({
  id,
  // A session from before there were devices: events named it itself.
  deviceId: device_id ?? id,
  userId: user_id,
  username,
  email,
  createdAt: created_at.toISOString(),
  expiresAt: expires_at.toISOString(),
})
