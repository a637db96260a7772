import { accountOfUnknown, repeatName, resetCount } from './guess-limits.ts'
import { type Accounts, RESET_MS } from './identity.ts'
import type { Parts } from './parts.ts'
import { newToken, tokenHash } from './secret-token.ts'
import { endingSessions, NO_NEW, openUser, userOf } from './users.ts'

type PasswordReset = Pick<Accounts, 'askPasswordReset' | 'startPasswordReset' | 'finishPasswordReset'>

/** Password resets. A link works once, but a repeat with the same key and password succeeds again. */
export const passwordResetOver = ({
  records,
  fields,
  now,
  inMs,
  passwords,
  counts,
  origins,
  byEmail,
}: Parts): PasswordReset => ({
  async askPasswordReset(email, from, key = null) {
    const user = await byEmail(email)
    const familiar = await origins.familiarAs(user?.id ?? null, from)
    const account = user?.id ?? accountOfUnknown(email)
    const outcome = await counts.take(resetCount(account, familiar, RESET_MS, key && repeatName(key)))
    return outcome.taken && user ? user.id : null
  },

  async startPasswordReset(userId) {
    const user = await openUser(records, userId)
    if (user === null) return null
    const token = newToken()
    const { generation } = user
    await records.add('reset_links', { tokenHash: tokenHash(token), userId, generation, expiresAt: inMs(RESET_MS) })
    return { token, user: userOf(fields, user) }
  },

  async finishPasswordReset(token, newPassword, from, key = null) {
    const linkAndUser = await records.findOwned('reset_links', tokenHash(token))
    if (linkAndUser === null || linkAndUser[0].expiresAt <= now()) return null
    const [{ userId, generation }, user] = linkAndUser
    const resetBy = key && repeatName(token, key)
    if (resetBy !== null && user.generation === generation + 1 && user.resetBy === resetBy) {
      if (!(await passwords.verify(user.passwordHash, newPassword, from.address))) return null
    } else {
      // The generation is checked before the costly hash. Of two concurrent calls, the change below accepts one.
      if (user.generation !== generation) return null
      const passwordHash = await passwords.hash(newPassword, from.address)
      const next = { passwordHash, resetBy, ...NO_NEW, ...endingSessions(generation) }
      if ((await records.change('users', { id: userId, generation }, next)) === null) return null
    }
    const device = await origins.know(userId, from)
    await records.remove('sessions', { userId, generation: { upTo: generation } })
    // The link is not deleted, so that a repeat can be recognised. Its generation has ended, so it has no other effect.
    return { userId, deviceToken: device.token }
  },
})
