import { deviceLabel } from '@pathlight/identity/device.ts'
import { accountOfUnknown, repeatName, resetCount } from '@pathlight/identity/guess-limits.ts'
import { type Identity, RESET_MS } from '@pathlight/identity/identity.ts'
import { addressHash } from '@pathlight/identity/known-origins.ts'
import { newToken, tokenHash } from '@pathlight/identity/secret-token.ts'
import { knowOrigin } from './known-origins.ts'
import type { PostgresParts } from './parts.ts'
import { USER, type UserRow } from './users.ts'

type Parts = Pick<
  PostgresParts,
  | 'query'
  | 'toUser'
  | 'now'
  | 'inMs'
  | 'passwords'
  | 'counts'
  | 'byEmail'
  | 'familiarAs'
  | 'deviceFrom'
  | 'forgetOldOrigins'
>
type PasswordReset = Pick<Identity, 'askPasswordReset' | 'startPasswordReset' | 'finishPasswordReset'>

/** Forgotten passwords in PostgreSQL. A link works once; its repeat under the same key finds it done. */
export const postgresPasswordReset = (parts: Parts): PasswordReset => {
  const { query, toUser, now, inMs, passwords, counts, byEmail, familiarAs, deviceFrom, forgetOldOrigins } = parts
  return {
    async askPasswordReset(email, from, key = null) {
      const row = await byEmail(email)
      const familiar = await familiarAs(row?.id ?? null, from)
      const outcome = await counts.take(
        resetCount(row?.id ?? accountOfUnknown(email), familiar, RESET_MS, key && repeatName(key)),
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
      const device = await deviceFrom(link.user_id, from)
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
           UPDATE identity.users u SET password_hash = $2, generation = u.generation + 1, reset_by = $7,
             new_email = NULL, new_email_until = NULL
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
  }
}
