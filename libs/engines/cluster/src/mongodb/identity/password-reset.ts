import { accountOfUnknown, repeatName, resetCount } from '@pathlight/identity/guess-limits.ts'
import { type Identity, RESET_MS } from '@pathlight/identity/identity.ts'
import { newToken } from '@pathlight/identity/secret-token.ts'
import { NO_NEW, openUser, reach, storedToken } from './documents.ts'
import type { MongoParts } from './parts.ts'

type Parts = Pick<
  MongoParts,
  | 'users'
  | 'sessions'
  | 'resetLinks'
  | 'toUser'
  | 'now'
  | 'inMs'
  | 'passwords'
  | 'counts'
  | 'byEmail'
  | 'familiarAs'
  | 'knowOrigin'
>
type PasswordReset = Pick<Identity, 'askPasswordReset' | 'startPasswordReset' | 'finishPasswordReset'>

/** Forgotten passwords in MongoDB. A link works once; its repeat under the same key finds it done. */
export const mongoPasswordReset = (parts: Parts): PasswordReset => {
  const { users, sessions, resetLinks, toUser, now, inMs, passwords, counts, byEmail, familiarAs, knowOrigin } = parts
  return {
    askPasswordReset: (email, from, key = null) =>
      reach(async () => {
        const user = await byEmail(email)
        const familiar = await familiarAs(user?._id ?? null, from)
        const outcome = await counts.take(
          resetCount(user?._id ?? accountOfUnknown(email), familiar, RESET_MS, key && repeatName(key)),
        )
        return outcome.taken && user ? user._id : null
      }),

    startPasswordReset: (userId) =>
      reach(async () => {
        const user = await openUser(users, userId)
        if (!user) return null
        const token = newToken()
        const link = { _id: storedToken(token), userId, generation: user.generation, expiresAt: inMs(RESET_MS) }
        await resetLinks.insertOne(link)
        return { token, user: toUser(user) }
      }),

    finishPasswordReset: (token, newPassword, from, key = null) =>
      reach(async () => {
        const link = await resetLinks.findOne({ _id: storedToken(token), expiresAt: { $gt: now() } })
        if (!link) return null
        const { userId, generation } = link
        const resetBy = key && repeatName(token, key)
        const repeated = resetBy && (await users.findOne({ _id: userId, generation: generation + 1, resetBy }))
        if (repeated) {
          if (!(await passwords.verify(repeated.passwordHash, newPassword, from.address))) return null
        } else {
          // A guess costs no hash. Of two that come this far at once, on one link or two, the generation lets one through.
          if (!(await users.findOne({ _id: userId, generation }))) return null
          const passwordHash = await passwords.hash(newPassword, from.address)
          const set = { $set: { passwordHash, resetBy, ...NO_NEW }, $inc: { generation: 1 } }
          if (!(await users.findOneAndUpdate({ _id: userId, generation }, set))) return null
        }
        const device = await knowOrigin(userId, from)
        await sessions.deleteMany({ userId, generation: { $lte: generation } })
        // The link stays for a repeat, until it would have expired: it is of a generation that is over.
        return { deviceToken: device.token }
      }),
  }
}
