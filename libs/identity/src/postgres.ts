import { randomUUID } from 'node:crypto'
import { translate } from '@pathlight/stores/postgres-pool.ts'
import type { Pool, QueryConfig } from 'pg'
import type { Counts } from './counts.ts'
import type { DataKeys } from './data-keys.ts'
import { type Device, deviceLabel, deviceOf } from './device.ts'
import { asGuess, type Familiar, nobodysAccount, repeatName, resetCount } from './guess-limits.ts'
import {
  CLOSED_GENERATION,
  IDLE_MS,
  type Identity,
  IMPORT_KEPT_MS,
  LONGEST_MS,
  type Origin,
  REMEMBERED_MS,
  RESET_MS,
  type Session,
  type Taken,
} from './identity.ts'
import { addressHash, MOST_ADDRESSES, MOST_DEVICES } from './known-origins.ts'
import { nameKey } from './name-key.ts'
import { createPasswordHashing } from './password-hashing.ts'
import { postgresAccountCare } from './postgres-account-care.ts'
import { postgresAdministration } from './postgres-administration.ts'
import { postgresImports } from './postgres-imports.ts'
import { makeIdentitySchema } from './postgres-schema.ts'
import { toUser, USER, type UserRow } from './postgres-users.ts'
import { newToken, tokenHash } from './secret-token.ts'
import { spentCount } from './spent.ts'
import { writtenCount } from './written-kilobytes.ts'

/** The idle limit is written down at most this often a session. */
const SLIDE_EVERY_MS = 60_000

type SessionRow = {
  id: string
  device_id: string | null
  user_id: string
  username: string
  email: string
  locked_at: Date | null
  created_at: Date
  expires_at: Date
}
type DeviceRow = { id: string; label: string; first_seen_at: Date; last_seen_at: Date }

/**
 * Identity in PostgreSQL (schema `identity`, made here if missing). `pool` stays the caller's to end; `now` is the
 * clock; without `keys` people cannot sign up here.
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
      `SELECT 'email' AS field FROM identity.users
       WHERE email_key = $1 OR (previous_email_key = $1 AND previous_email_until > $3)
       UNION SELECT 'username' FROM identity.users WHERE username_key = $2 ORDER BY field`,
      [nameKey(email), nameKey(username), now()],
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

  const counts: Counts = {
    async take({ name, max, windowMs, amount = 1, by = null }) {
      if (amount > max) return { taken: false, retryAfterMs: windowMs }
      const countedBefore = 'SELECT FROM identity.counts WHERE name = $1 AND until > $2 AND $3 = ANY(by)'
      if (by !== null && (await query(countedBefore, [name, now(), by])).length > 0) return { taken: true }
      const taken = await query(
        `INSERT INTO identity.counts AS c (name, count, until, by) VALUES ($1, $5, $2, array_remove(ARRAY[$6::text], NULL))
         ON CONFLICT (name) DO UPDATE SET
           count = CASE WHEN c.until > $3 THEN c.count + $5 ELSE $5 END,
           until = CASE WHEN c.until > $3 THEN c.until ELSE excluded.until END,
           by = CASE WHEN c.until > $3 THEN c.by || excluded.by ELSE excluded.by END
         WHERE c.until <= $3 OR c.count + $5 <= $4
         RETURNING 1`,
        [name, inMs(windowMs), now(), max, amount, by],
      )
      if (taken.length === 1) return { taken: true }
      const [full] = await query<{ until: Date }>('SELECT until FROM identity.counts WHERE name = $1', [name])
      return { taken: false, retryAfterMs: Math.max(1, (full?.until.getTime() ?? 0) - now().getTime()) }
    },
    async giveBack(name) {
      await query('UPDATE identity.counts SET count = count - 1 WHERE name = $1 AND count > 0 AND until > $2', [
        name,
        now(),
      ])
    },
  }
  /** Without a user (null) it asks as well, so that it takes as long. */
  const familiarAs = async (userId: string | null, { deviceToken, address }: Origin): Promise<Familiar> => {
    const id = userId ?? ''
    const [known] = await query<{ device_id: string | null; address: boolean }>(
      `SELECT (SELECT id FROM identity.devices WHERE id = $2 AND ended_at IS NULL) AS device_id,
              EXISTS (SELECT 1 FROM identity.addresses WHERE user_id = $1 AND address_hash = $3) AS address`,
      [id, deviceOf(id, deviceToken).id, addressHash(id, address)],
    )
    if (known?.device_id) return { as: 'device', deviceId: known.device_id }
    return known?.address ? { as: 'address' } : null
  }
  const forgetOldOrigins = async (userId: string) => {
    await query(
      `WITH devices AS (
         DELETE FROM identity.devices WHERE id IN (
           SELECT id FROM identity.devices WHERE user_id = $1 ORDER BY last_seen_at DESC OFFSET $2)
       )
       DELETE FROM identity.addresses WHERE user_id = $1 AND address_hash IN (
         SELECT address_hash FROM identity.addresses WHERE user_id = $1 ORDER BY seen_at DESC OFFSET $3)`,
      [userId, MOST_DEVICES, MOST_ADDRESSES],
    )
  }

  return {
    ...postgresImports({ query, now }),
    ...postgresAccountCare({ query, now, inMs, passwords, counts, familiarAs }),
    ...postgresAdministration({ query, now, inMs }),

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
          await passwords.hash(password, 'sign-up'),
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
      return asGuess(counts, row?.id ?? nobodysAccount(email), familiar, async () => {
        const theirs = await passwords.verify(row?.password_hash ?? null, password, from.address)
        return row && theirs ? toUser(row) : null
      })
    },

    async knowsDevice(email, deviceToken) {
      const row = await byEmail(email)
      const id = deviceOf(row?.id ?? '', deviceToken).id
      return (await query('SELECT 1 FROM identity.devices WHERE id = $1 AND ended_at IS NULL', [id])).length > 0
    },

    async startSession(user, { remember, from }) {
      const token = newToken()
      const device = deviceOf(user.id, from.deviceToken)
      const [row] = await query<SessionRow>(
        `WITH who AS (
           SELECT id, username, email, locked_at, generation FROM identity.users WHERE id = $3 AND generation = $4
         ), ${knowOrigin('$8', '$9', '$5', '$10')}, started AS (
           INSERT INTO identity.sessions (token_hash, id, user_id, generation, created_at, expires_at, remember, device_id)
           SELECT $1, $2, id, generation, $5, $6, $7, $8 FROM who
           RETURNING *
         )
         SELECT s.id, s.device_id, s.user_id, u.username, u.email, u.locked_at, s.created_at, s.expires_at
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
          deviceLabel(from.userAgent),
          addressHash(user.id, from.address),
        ],
      )
      if (!row) return null
      await forgetOldOrigins(user.id)
      return { token, deviceToken: device.token, session: toSession(row) }
    },

    async findSession(token) {
      const [row] = await ask<SessionRow>({
        name: 'identity-find-session',
        text: FIND_SESSION,
        values: [tokenHash(token), now(), inMs(IDLE_MS), inMs(IDLE_MS - SLIDE_EVERY_MS), inMs(-LONGEST_MS)],
      })
      return row ? toSession(row) : null
    },

    async endSession(token) {
      await query('DELETE FROM identity.sessions WHERE token_hash = $1 AND generation <> $2', [
        tokenHash(token),
        CLOSED_GENERATION,
      ])
    },

    async wasOfClosed(token) {
      const found = await query(
        'SELECT 1 FROM identity.sessions WHERE token_hash = $1 AND generation = $2 AND expires_at > $3',
        [tokenHash(token), CLOSED_GENERATION, now()],
      )
      return found.length > 0
    },

    async closedOf(userIds) {
      const found = await query<{ user_id: string }>(
        'SELECT DISTINCT user_id FROM identity.sessions WHERE user_id = ANY ($1) AND generation = $2 AND expires_at > $3',
        [[...userIds], CLOSED_GENERATION, now()],
      )
      return new Set(found.map(({ user_id }) => user_id))
    },

    async livingSessions(userIds) {
      const rows = await query<{ id: string }>(
        `SELECT s.id FROM identity.sessions s JOIN identity.users u ON u.id = s.user_id AND u.generation = s.generation
         WHERE s.user_id = ANY($1) AND s.expires_at > $2 AND (s.remember OR s.created_at > $3)`,
        [userIds, now(), inMs(-LONGEST_MS)],
      )
      return new Set(rows.map(({ id }) => id))
    },

    async devicesOf(userId) {
      const rows = await query<DeviceRow>(
        `SELECT id, label, first_seen_at, last_seen_at FROM identity.devices WHERE user_id = $1 AND ended_at IS NULL
         ORDER BY last_seen_at DESC, id`,
        [userId],
      )
      return rows.map(toDevice)
    },

    async askPasswordReset(email, from, key = null) {
      const row = await byEmail(email)
      const familiar = await familiarAs(row?.id ?? null, from)
      const outcome = await counts.take(
        resetCount(row?.id ?? nobodysAccount(email), familiar, RESET_MS, key && repeatName(key)),
      )
      return outcome.taken && row ? row.id : null
    },

    async startPasswordReset(userId) {
      const token = newToken()
      const [row] = await query<UserRow>(
        `WITH made AS (
           INSERT INTO identity.reset_links (token_hash, user_id, generation, expires_at)
           SELECT $1, id, generation, $3 FROM identity.users WHERE id = $2 AND closed_at IS NULL
         )
         SELECT ${USER} FROM identity.users WHERE id = $2 AND closed_at IS NULL`,
        [tokenHash(token), userId, inMs(RESET_MS)],
      )
      return row ? { token, user: toUser(row) } : null
    },

    async finishPasswordReset(token, newPassword, from, key = null) {
      const resetBy = key && repeatName(token, key)
      const [link] = await query<{ user_id: string; repeated: boolean; password_hash: string }>(
        `SELECT user_id, u.generation > l.generation AS repeated, password_hash
         FROM identity.reset_links l JOIN identity.users u ON u.id = user_id
           AND (u.generation = l.generation OR (u.generation = l.generation + 1 AND u.reset_by = $3))
         WHERE token_hash = $1 AND expires_at > $2`,
        [tokenHash(token), now(), resetBy],
      )
      // A guess costs no hash. Of two that come this far at once, on one link or two, the statement below lets one through.
      if (!link) return null
      const device = deviceOf(link.user_id, from.deviceToken)
      const known = [device.id, deviceLabel(from.userAgent), addressHash(link.user_id, from.address)]
      if (link.repeated) {
        if (!(await passwords.verify(link.password_hash, newPassword, from.address))) return null
        await query(`WITH who AS (SELECT $1::text AS id), ${knowOrigin('$3', '$4', '$2', '$5')} SELECT id FROM who`, [
          link.user_id,
          now(),
          ...known,
        ])
        return { deviceToken: device.token }
      }
      // The link stays for a repeat, until it would have expired: it is of a generation that is over.
      const changed = await query(
        `WITH link AS (
           SELECT user_id, generation FROM identity.reset_links WHERE token_hash = $1 AND expires_at > $3
         ), who AS (
           UPDATE identity.users u SET password_hash = $2, generation = u.generation + 1, reset_by = $7
           FROM link AS spent WHERE u.id = spent.user_id AND u.generation = spent.generation RETURNING u.id
         ), ended AS (
           DELETE FROM identity.sessions WHERE user_id IN (SELECT id FROM who)
         ), ${knowOrigin('$4', '$5', '$3', '$6')}
         SELECT id FROM who`,
        [tokenHash(token), await passwords.hash(newPassword, from.address), now(), ...known, resetBy],
      )
      if (changed.length === 0) return null
      await forgetOldOrigins(link.user_id)
      return { deviceToken: device.token }
    },

    async grantWriting(userId, kilobytes, most) {
      return (await counts.take(writtenCount(userId, kilobytes, most))).taken
    },

    async spendOnce(name, windowMs) {
      return (await counts.take(spentCount(name, windowMs))).taken
    },

    async sweep() {
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

/** The device and the address of `who` are known from now on. By names of parameters. */
const knowOrigin = (deviceId: string, label: string, now: string, address: string): string => `
  device AS (
    INSERT INTO identity.devices (id, user_id, label, first_seen_at, last_seen_at)
    SELECT ${deviceId}, who.id, ${label}, ${now}, ${now} FROM who
    ON CONFLICT (id) DO UPDATE SET label = excluded.label, last_seen_at = excluded.last_seen_at, ended_at = NULL
  ), address AS (
    INSERT INTO identity.addresses (user_id, address_hash, seen_at)
    SELECT who.id, ${address}, ${now} FROM who
    ON CONFLICT (user_id, address_hash) DO UPDATE SET seen_at = excluded.seen_at
  )`

/** On the way of every request, so one statement: it finds, and slides the idle limit when that is due. */
const FIND_SESSION = `
  WITH slid AS (
    UPDATE identity.sessions SET expires_at = LEAST($3, created_at + ($2 - $5))
    WHERE token_hash = $1 AND expires_at > $2 AND created_at > $5 AND NOT remember AND expires_at < $4
      AND expires_at < created_at + ($2 - $5)
    RETURNING token_hash, expires_at
  )
  SELECT s.id, s.device_id, s.user_id, u.username, u.email, u.locked_at, s.created_at,
    COALESCE(slid.expires_at, s.expires_at) AS expires_at
  FROM identity.sessions s
  JOIN identity.users u ON u.id = s.user_id AND u.generation = s.generation
  LEFT JOIN slid ON slid.token_hash = s.token_hash
  WHERE s.token_hash = $1 AND s.expires_at > $2 AND (s.remember OR s.created_at > $5)`

const toDevice = ({ id, label, first_seen_at, last_seen_at }: DeviceRow): Device => ({
  id,
  label,
  firstSeenAt: first_seen_at.toISOString(),
  lastSeenAt: last_seen_at.toISOString(),
})

const toSession = ({
  id,
  device_id,
  user_id,
  username,
  email,
  locked_at,
  created_at,
  expires_at,
}: SessionRow): Session => ({
  id,
  // A session from before there were devices: events named it itself.
  deviceId: device_id ?? id,
  userId: user_id,
  username,
  email,
  locked: locked_at !== null,
  createdAt: created_at.toISOString(),
  expiresAt: expires_at.toISOString(),
})
