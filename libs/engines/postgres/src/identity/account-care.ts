import type { FieldUse } from '@pathlight/identity/account-fields.ts'
import { asGuess } from '@pathlight/identity/guess-limits.ts'
import type { Origin, User } from '@pathlight/identity/identity.ts'
import {
  type AccountCare,
  CHANGE_MS,
  CLOSED_GENERATION,
  type EmailLinkPurpose,
  REMEMBERED_MS,
  UNDO_MS,
  VERIFY_MS,
} from '@pathlight/identity/identity.ts'
import { newToken, tokenHash } from '@pathlight/identity/secret-token.ts'
import { StoreUnavailable } from '@pathlight/stores/store-unavailable.ts'
import type { PostgresParts } from './parts.ts'
import { USER, type UserRow } from './users.ts'

type Parts = Pick<PostgresParts, 'query' | 'fields' | 'toUser' | 'now' | 'inMs' | 'passwords' | 'counts' | 'familiarAs'>

type LinkRow = UserRow & { purpose: EmailLinkPurpose; link_email: string }

/** The unique columns decide races; which of them was violated is in the constraint's name. */
const takenBy = (error: unknown): readonly ('email' | 'username')[] | null => {
  const cause = error instanceof StoreUnavailable ? error.cause : error
  const { code, constraint } = cause as { code?: string; constraint?: string }
  if (code !== '23505') return null
  return constraint === 'users_username_key_key' ? ['username'] : ['email']
}

const END_AS_CLOSED = `
  UPDATE identity.sessions SET generation = $3, remember = true, expires_at = $2
  WHERE user_id = $1 AND generation <> $3`

/** AccountCare in PostgreSQL: each change is one statement. */
export const postgresAccountCare = (parts: Parts): AccountCare => {
  const { query, fields, toUser, now, inMs, passwords, counts, familiarAs } = parts
  const one = async (text: string, values: unknown[]): Promise<User | null> => {
    const [row] = await query<UserRow>(text, values)
    return row ? toUser(row) : null
  }
  const orTaken = async <T>(change: () => Promise<T>) => {
    try {
      return await change()
    } catch (error) {
      const taken = takenBy(error)
      if (taken === null) throw error
      return { taken }
    }
  }
  /** The user, and which of the passwords is theirs: the first that is. Costs one guess. */
  const guess = async (userId: string, tried: readonly string[], from: Origin) => {
    const [row] = await query<UserRow & { password_hash: string }>(
      `SELECT ${USER}, password_hash FROM identity.users WHERE id = $1 AND closed_at IS NULL`,
      [userId],
    )
    return asGuess(counts, userId, await familiarAs(userId, from), async () => {
      for (const password of tried) {
        const theirs = await passwords.verify(row?.password_hash ?? null, password, from.address)
        if (row && theirs) return { user: toUser(row), password }
      }
      return null
    })
  }
  const findLink = async (token: string) => {
    const [row] = await query<LinkRow>(
      `SELECT u.id, u.username, u.email, u.wrapped_data_key, u.email_verified_at, u.language, u.locked_at, u.looks_by_mail, u.created_at, u.generation,
              l.purpose, l.email AS link_email
       FROM identity.email_links l JOIN identity.users u ON u.id = l.user_id AND u.closed_at IS NULL
       WHERE l.token_hash = $1 AND l.expires_at > $2`,
      [tokenHash(token), now()],
    )
    return row ?? null
  }
  const isReserved = async (userId: string, email: string) =>
    (
      await query(
        `SELECT 1 FROM identity.users
         WHERE id <> $1 AND (email_key = $2 OR (previous_email_key = $2 AND previous_email_until > $3)) LIMIT 1`,
        [userId, fields.hashOf(email), now()],
      )
    ).length > 0

  /** As the account keeps it; null: there is no such account. */
  const sealed = async (userId: string, text: string, use: FieldUse): Promise<string | null> => {
    const [row] = await query<Pick<UserRow, 'wrapped_data_key'>>(
      'SELECT wrapped_data_key FROM identity.users WHERE id = $1 AND wrapped_data_key IS NOT NULL',
      [userId],
    )
    return row ? fields.seal(text, use, userId, row.wrapped_data_key) : null
  }
  const addressIn = ({ id, link_email, wrapped_data_key }: LinkRow) =>
    fields.open(link_email, 'address', id, wrapped_data_key)

  /** Does what the link is for; null where something else happened since. Addresses are compared as they are sealed. */
  const use = (link: LinkRow): Promise<User | null> => {
    const { id, purpose, link_email: email } = link
    if (purpose === 'verify-email')
      return one(
        `UPDATE identity.users SET email_verified_at = $3
         WHERE id = $1 AND email = $2 RETURNING ${USER}`,
        [id, email, now()],
      )
    if (purpose === 'change-email')
      // Of several changes in a row the first address is kept: a thief cannot push it out by changing once more.
      return one(
        `UPDATE identity.users SET email = $2, email_key = $3, email_verified_at = $4, new_email = NULL, new_email_until = NULL,
           previous_email = CASE WHEN previous_email_until > $4 THEN previous_email ELSE email END,
           previous_email_key = CASE WHEN previous_email_until > $4 THEN previous_email_key ELSE email_key END,
           previous_email_until = CASE WHEN previous_email_until > $4 THEN previous_email_until ELSE $5 END
         WHERE id = $1 AND new_email = $2 AND new_email_until > $4 RETURNING ${USER}`,
        [id, email, fields.hashOf(addressIn(link)), now(), inMs(UNDO_MS)],
      )
    return one(
      `WITH changed AS (
         UPDATE identity.users SET email = $2, email_key = $3, email_verified_at = $4, generation = generation + 1,
           new_email = NULL, new_email_until = NULL,
           previous_email = NULL, previous_email_key = NULL, previous_email_until = NULL
         WHERE id = $1 AND previous_email = $2 AND previous_email_until > $4 RETURNING ${USER}
       ), ended AS (DELETE FROM identity.sessions WHERE user_id IN (SELECT id FROM changed))
       SELECT * FROM changed`,
      [id, email, fields.hashOf(addressIn(link)), now()],
    )
  }

  return {
    async checkPassword(userId, password, from) {
      const found = await guess(userId, [password], from)
      return found === null || 'retryAfterMs' in found ? found : found.user
    },

    async changePassword(userId, { present, next }, { from, sessionId }) {
      const found = await guess(userId, [present, next], from)
      if (found === null || 'retryAfterMs' in found) return found
      if (found.password === next) return found.user
      const { passwordGeneration: generation } = found.user
      return one(
        // A part of WITH runs even where the main statement matches nothing: the sessions go by what was changed.
        `WITH changed AS (
           UPDATE identity.users SET password_hash = $2, generation = generation + 1, new_email = NULL, new_email_until = NULL
           WHERE id = $1 AND generation = $3 AND closed_at IS NULL RETURNING ${USER}
         ), ended AS (
           DELETE FROM identity.sessions WHERE user_id IN (SELECT id FROM changed) AND id <> $4
         ), kept AS (
           UPDATE identity.sessions SET generation = $3 + 1
           WHERE user_id IN (SELECT id FROM changed) AND id = $4 AND generation = $3
         )
         SELECT * FROM changed`,
        [userId, await passwords.hash(next, from.address), generation, sessionId],
      )
    },

    changeUsername: (userId, username) =>
      orTaken(async () =>
        one(
          `UPDATE identity.users SET username = $2, username_key = $3 WHERE id = $1 AND closed_at IS NULL RETURNING ${USER}`,
          [userId, await sealed(userId, username, 'username'), fields.hashOf(username)],
        ),
      ),

    async askNewEmail(userId, email) {
      if (await isReserved(userId, email)) return { taken: ['email'] }
      return one(
        `UPDATE identity.users SET new_email = $2, new_email_until = $3 WHERE id = $1 AND closed_at IS NULL RETURNING ${USER}`,
        [userId, await sealed(userId, email, 'address'), inMs(CHANGE_MS)],
      )
    },

    async startEmailLink(userId, purpose) {
      const token = newToken()
      const address = {
        'verify-email': `CASE WHEN email_verified_at IS NULL THEN email END`,
        'change-email': `CASE WHEN new_email_until > $4 THEN new_email END`,
        'undo-email-change': `CASE WHEN previous_email_until > $4 THEN previous_email END`,
      }[purpose]
      const lives = { 'verify-email': VERIFY_MS, 'change-email': CHANGE_MS, 'undo-email-change': UNDO_MS }[purpose]
      const [row] = await query<UserRow & { address: string }>(
        `WITH who AS (
           SELECT ${USER}, ${address} AS address FROM identity.users
           WHERE id = $2 AND closed_at IS NULL AND $4::timestamptz IS NOT NULL
         ), made AS (
           INSERT INTO identity.email_links (token_hash, user_id, purpose, email, expires_at)
           SELECT $1, id, $3, address, $5 FROM who WHERE address IS NOT NULL
         )
         SELECT * FROM who WHERE address IS NOT NULL`,
        [tokenHash(token), userId, purpose, now(), inMs(lives)],
      )
      return row ? { token, email: addressIn({ ...row, purpose, link_email: row.address }), user: toUser(row) } : null
    },

    async useEmailLink(token) {
      const link = await findLink(token)
      if (link === null) return null
      const { purpose, link_email: email } = link
      const isDone = (user: UserRow) => user.email === email && user.email_verified_at !== null
      if (isDone(link)) return { purpose, user: toUser(link), repeated: true }
      if (purpose !== 'verify-email' && (await isReserved(link.id, addressIn(link)))) return { taken: ['email'] }
      const used = await orTaken(() => use(link))
      if (used !== null) return 'taken' in used ? used : { purpose, user: used, repeated: false }
      const after = await findLink(token)
      return after !== null && isDone(after) ? { purpose, user: toUser(after), repeated: true } : null
    },

    setLooksByMail: (userId, on) =>
      one(`UPDATE identity.users SET looks_by_mail = $2 WHERE id = $1 AND closed_at IS NULL RETURNING ${USER}`, [
        userId,
        on,
      ]),

    async wantLooksByMail() {
      const rows = await query<{ id: string }>('SELECT id FROM identity.users WHERE looks_by_mail ORDER BY id', [])
      return rows.map(({ id }) => id)
    },

    async endDevice(userId, deviceId) {
      const ended = await query(
        `WITH sessions AS (DELETE FROM identity.sessions WHERE user_id = $1 AND device_id = $2)
         UPDATE identity.devices SET ended_at = $3 WHERE user_id = $1 AND id = $2 AND ended_at IS NULL RETURNING 1`,
        [userId, deviceId, now()],
      )
      return ended.length > 0
    },

    async endOtherDevices(userId, deviceId) {
      const ended = await query<{ id: string }>(
        `WITH sessions AS (DELETE FROM identity.sessions WHERE user_id = $1 AND device_id IS DISTINCT FROM $2)
         UPDATE identity.devices SET ended_at = $3 WHERE user_id = $1 AND id <> $2 AND ended_at IS NULL RETURNING id`,
        [userId, deviceId, now()],
      )
      return ended.map(({ id }) => id)
    },

    async endSessionsOfClosed(userId) {
      await query(END_AS_CLOSED, [userId, inMs(REMEMBERED_MS), CLOSED_GENERATION])
    },

    async closeUser(userId) {
      await query(END_AS_CLOSED, [userId, inMs(REMEMBERED_MS), CLOSED_GENERATION])
      await query(
        `WITH
              devices AS (DELETE FROM identity.devices WHERE user_id = $1),
              addresses AS (DELETE FROM identity.addresses WHERE user_id = $1),
              reset_links AS (DELETE FROM identity.reset_links WHERE user_id = $1),
              email_links AS (DELETE FROM identity.email_links WHERE user_id = $1),
              imports AS (DELETE FROM identity.imports WHERE user_id = $1),
              import_claims AS (DELETE FROM identity.import_claims WHERE user_id = $1),
              import_pieces AS (DELETE FROM identity.import_pieces WHERE user_id = $1)
         UPDATE identity.users SET username = '', email = '', username_key = $2, email_key = $2, password_hash = '',
           email_verified_at = NULL, new_email = NULL, new_email_until = NULL,
           previous_email = NULL, previous_email_key = NULL, previous_email_until = NULL,
           wrapped_data_key = NULL, admin_by = NULL, locked_at = NULL, looks_by_mail = false, generation = generation + 1, closed_at = $3
         WHERE id = $1 AND closed_at IS NULL`,
        // No address and no name has a blank in it.
        [userId, `closed ${userId}`, now()],
      )
    },
  }
}
