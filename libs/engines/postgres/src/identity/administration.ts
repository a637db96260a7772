import { byName, firstPeople, type Name } from '@pathlight/identity/first-people.ts'
import { type AdminBy, type Administration, CLOSED_GENERATION, LONGEST_MS } from '@pathlight/identity/identity.ts'
import { ROWS } from '@pathlight/identity/identity-archive.ts'
import type { PostgresParts } from './parts.ts'
import { USER, type UserRow } from './users.ts'

type Parts = Pick<PostgresParts, 'query' | 'fields' | 'toUser' | 'now' | 'inMs'>
type AdminRow = UserRow & { admin_by: AdminBy | null }

/** Those who have a name: it goes with the key, which is destroyed first where an account is closed. */
const NAMED = 'wrapped_data_key IS NOT NULL'

/** Administration in PostgreSQL. */
export const postgresAdministration = ({ query, fields, toUser, now, inMs }: Parts): Administration => ({
  async adminOf(userId) {
    const [row] = await query<AdminRow>(
      `SELECT ${USER}, admin_by FROM identity.users WHERE id = $1 AND closed_at IS NULL`,
      [userId],
    )
    return row ? { user: toUser(row), by: row.admin_by } : null
  },

  async setAdmin(userId, by) {
    const set = await query('UPDATE identity.users SET admin_by = $2 WHERE id = $1 AND closed_at IS NULL RETURNING 1', [
      userId,
      by,
    ])
    return set.length > 0
  },

  async admins() {
    const rows = await query<AdminRow>(
      `SELECT ${USER}, admin_by FROM identity.users WHERE admin_by IS NOT NULL AND ${NAMED}`,
    )
    return rows.map((row) => ({ user: toUser(row), by: row.admin_by })).sort((a, b) => byName(a.user, b.user))
  },

  async findPerson(name) {
    const [row] = await query<{ id: string }>(
      'SELECT id FROM identity.users WHERE (username_key = $1 OR email_key = $1) AND closed_at IS NULL',
      [fields.hashOf(name)],
    )
    return row?.id ?? null
  },

  async findPeople(beginning, limit) {
    const [exact] = await query<{ id: string }>(
      'SELECT id FROM identity.users WHERE (username_key = $1 OR email_key = $1) AND closed_at IS NULL',
      [fields.hashOf(beginning)],
    )
    const page = (after: string) =>
      query<Name>(
        `SELECT id, username, wrapped_data_key AS wrapped FROM identity.users
         WHERE id > $1 AND ${NAMED} ORDER BY id LIMIT $2`,
        [after, ROWS],
      )
    return firstPeople(fields, page, { beginning, limit, exact: exact?.id ?? null })
  },

  async countPeople() {
    const [row] = await query<{ people: string }>(
      'SELECT count(*) AS people FROM identity.users WHERE closed_at IS NULL',
    )
    return Number(row?.people)
  },

  async setLocked(userId, locked) {
    const set = await query(
      `UPDATE identity.users SET locked_at = CASE WHEN $2 THEN coalesce(locked_at, $3) END
       WHERE id = $1 AND closed_at IS NULL RETURNING 1`,
      [userId, locked, now()],
    )
    return set.length > 0
  },

  async endSessions(userId) {
    const ended = await query('DELETE FROM identity.sessions WHERE user_id = $1 AND generation <> $2 RETURNING 1', [
      userId,
      CLOSED_GENERATION,
    ])
    return ended.length
  },

  async signedInOn(userId) {
    const rows = await query<{ device_id: string }>(
      `SELECT DISTINCT s.device_id FROM identity.sessions s
       JOIN identity.users u ON u.id = s.user_id AND u.generation = s.generation
       WHERE s.user_id = $1 AND s.expires_at > $2 AND (s.remember OR s.created_at > $3) AND s.device_id IS NOT NULL`,
      [userId, now(), inMs(-LONGEST_MS)],
    )
    return new Set(rows.map(({ device_id }) => device_id))
  },

  async namesOf(userIds) {
    const rows = await query<Name>(
      `SELECT id, username, wrapped_data_key AS wrapped FROM identity.users WHERE id = ANY($1) AND ${NAMED}`,
      [userIds],
    )
    return new Map(rows.map(({ id, username, wrapped }) => [id, fields.open(username, 'username', id, wrapped)]))
  },

  async labelsOf(deviceIds) {
    const rows = await query<{ id: string; label: string }>(
      'SELECT id, label FROM identity.devices WHERE id = ANY($1)',
      [deviceIds],
    )
    return new Map(rows.map(({ id, label }) => [id, label]))
  },
})
