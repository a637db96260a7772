import { type AdminBy, type Administration, type Administrator, CLOSED_GENERATION, LONGEST_MS } from './identity.ts'
import { nameKey } from './name-key.ts'
import type { PostgresParts } from './postgres-parts.ts'
import { toUser, USER, type UserRow } from './postgres-users.ts'

type Parts = Pick<PostgresParts, 'query' | 'now' | 'inMs'>
type AdminRow = UserRow & { admin_by: AdminBy | null }

const toAdministrator = (row: AdminRow): Administrator => ({ user: toUser(row), by: row.admin_by })

/** Administration in PostgreSQL. */
export const postgresAdministration = ({ query, now, inMs }: Parts): Administration => ({
  async adminOf(userId) {
    const [row] = await query<AdminRow>(
      `SELECT ${USER}, admin_by FROM identity.users WHERE id = $1 AND closed_at IS NULL`,
      [userId],
    )
    return row ? toAdministrator(row) : null
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
      `SELECT ${USER}, admin_by FROM identity.users WHERE admin_by IS NOT NULL ORDER BY username_key`,
    )
    return rows.map(toAdministrator)
  },

  async findPerson(name) {
    const [row] = await query<{ id: string }>(
      'SELECT id FROM identity.users WHERE (username_key = $1 OR email_key = $1) AND closed_at IS NULL',
      [nameKey(name)],
    )
    return row?.id ?? null
  },

  async findPeople(beginning, limit) {
    const key = nameKey(beginning)
    if (key === '') return []
    return query<{ id: string; username: string }>(
      `SELECT id, username FROM identity.users
       WHERE (starts_with(username_key, $1) OR email_key = $1) AND closed_at IS NULL
       ORDER BY username_key <> $1 AND email_key <> $1, username_key LIMIT $2`,
      [key, limit],
    )
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
    const rows = await query<{ id: string; username: string }>(
      'SELECT id, username FROM identity.users WHERE id = ANY($1) AND closed_at IS NULL',
      [userIds],
    )
    return new Map(rows.map(({ id, username }) => [id, username]))
  },

  async labelsOf(deviceIds) {
    const rows = await query<{ id: string; label: string }>(
      'SELECT id, label FROM identity.devices WHERE id = ANY($1)',
      [deviceIds],
    )
    return new Map(rows.map(({ id, label }) => [id, label]))
  },
})
