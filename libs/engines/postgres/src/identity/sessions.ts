import { randomUUID } from 'node:crypto'
import type { AccountFields } from '@pathlight/identity/account-fields.ts'
import { type Device, deviceLabel } from '@pathlight/identity/device.ts'
import {
  CLOSED_GENERATION,
  IDLE_MS,
  type Identity,
  LONGEST_MS,
  REMEMBERED_MS,
  type Session,
} from '@pathlight/identity/identity.ts'
import { addressHash } from '@pathlight/identity/known-origins.ts'
import { newToken, tokenHash } from '@pathlight/identity/secret-token.ts'
import { knowOrigin } from './known-origins.ts'
import type { PostgresParts } from './parts.ts'
import { namesOf } from './users.ts'

/** The idle limit is written down at most this often a session. */
const SLIDE_EVERY_MS = 60_000

type SessionRow = {
  id: string
  device_id: string | null
  user_id: string
  username: string
  email: string
  wrapped_data_key: Buffer
  locked_at: Date | null
  created_at: Date
  expires_at: Date
}
type DeviceRow = { id: string; label: string; first_seen_at: Date; last_seen_at: Date }

type Parts = Pick<PostgresParts, 'query' | 'fields' | 'now' | 'ask' | 'inMs' | 'deviceFrom' | 'forgetOldOrigins'>
type Sessions = Pick<
  Identity,
  'startSession' | 'findSession' | 'endSession' | 'wasOfClosed' | 'closedOf' | 'livingSessions' | 'devicesOf'
>

/** On the way of every request, so one statement: it finds, and slides the idle limit when that is due. */
const FIND_SESSION = `
  WITH slid AS (
    UPDATE identity.sessions SET expires_at = LEAST($3, created_at + ($2 - $5))
    WHERE token_hash = $1 AND expires_at > $2 AND created_at > $5 AND NOT remember AND expires_at < $4
      AND expires_at < created_at + ($2 - $5)
    RETURNING token_hash, expires_at
  )
  SELECT s.id, s.device_id, s.user_id, u.username, u.email, u.wrapped_data_key, u.locked_at, s.created_at,
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

const toSession = (fields: AccountFields, row: SessionRow): Session => ({
  id: row.id,
  // A session from before there were devices: events named it itself.
  deviceId: row.device_id ?? row.id,
  userId: row.user_id,
  ...namesOf(fields, { ...row, id: row.user_id }),
  locked: row.locked_at !== null,
  createdAt: row.created_at.toISOString(),
  expiresAt: row.expires_at.toISOString(),
})

/** Sessions and their devices in PostgreSQL. */
export const postgresSessions = ({ query, ask, fields, now, inMs, deviceFrom, forgetOldOrigins }: Parts): Sessions => ({
  async startSession(user, { remember, from }) {
    const token = newToken()
    const device = await deviceFrom(user.id, from)
    const [row] = await query<SessionRow>(
      `WITH who AS (
         SELECT id, username, email, wrapped_data_key, locked_at, generation FROM identity.users WHERE id = $3 AND generation = $4
       ), ${knowOrigin('$8', '$9', '$5', '$10')}, started AS (
         INSERT INTO identity.sessions (token_hash, id, user_id, generation, created_at, expires_at, remember, device_id)
         SELECT $1, $2, id, generation, $5, $6, $7, $8 FROM who
         RETURNING *
       )
       SELECT s.id, s.device_id, s.user_id, u.username, u.email, u.wrapped_data_key, u.locked_at, s.created_at, s.expires_at
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
    return { token, deviceToken: device.token, session: toSession(fields, row) }
  },

  async findSession(token) {
    const [row] = await ask<SessionRow>({
      name: 'identity-find-session',
      text: FIND_SESSION,
      values: [tokenHash(token), now(), inMs(IDLE_MS), inMs(IDLE_MS - SLIDE_EVERY_MS), inMs(-LONGEST_MS)],
    })
    return row ? toSession(fields, row) : null
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
})
