import type { AdminBy, Administration, Administrator } from './identity.ts'
import { nameKey } from './name-key.ts'
import { toUser, USER, type UserRow } from './postgres-users.ts'

type Query = <Row extends object>(text: string, values?: unknown[]) => Promise<Row[]>
type AdminRow = UserRow & { admin_by: AdminBy | null }

const toAdministrator = (row: AdminRow): Administrator => ({ user: toUser(row), by: row.admin_by })

/** Administration in PostgreSQL. */
export const postgresAdministration = (query: Query): Administration => ({
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
