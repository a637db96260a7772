import type { Collection } from 'mongodb'
import type { Counts } from './counts.ts'
import { type Familiar, nobodysAccount, repeatName, resetCount } from './guess-limits.ts'
import { type Identity, type Origin, RESET_MS } from './identity.ts'
import {
  type ResetLinkDocument,
  reach,
  type SessionDocument,
  storedToken,
  toUser,
  type UserDocument,
} from './mongodb-documents.ts'
import type { PasswordHashing } from './password-hashing.ts'
import { newToken } from './secret-token.ts'

/** What of mongoIdentity is needed here. */
type Parts = {
  readonly users: Collection<UserDocument>
  readonly sessions: Collection<SessionDocument>
  readonly resetLinks: Collection<ResetLinkDocument>
  readonly now: () => Date
  readonly inMs: (ms: number) => Date
  readonly passwords: PasswordHashing
  readonly counts: Counts
  readonly byEmail: (email: string) => Promise<UserDocument | null>
  readonly familiarAs: (userId: string | null, from: Origin) => Promise<Familiar>
  readonly knowOrigin: (userId: string, from: Origin) => Promise<{ readonly token: string }>
}
type PasswordReset = Pick<Identity, 'askPasswordReset' | 'startPasswordReset' | 'finishPasswordReset'>

/** Forgotten passwords in MongoDB. A link works once; its repeat under the same key finds it done. */
export const mongoPasswordReset = (parts: Parts): PasswordReset => {
  const { users, sessions, resetLinks, now, inMs, passwords, counts, byEmail, familiarAs, knowOrigin } = parts
  return {
    askPasswordReset: (email, from, key = null) =>
      reach(async () => {
        const user = await byEmail(email)
        const familiar = await familiarAs(user?._id ?? null, from)
        const outcome = await counts.take(
          resetCount(user?._id ?? nobodysAccount(email), familiar, RESET_MS, key && repeatName(key)),
        )
        return outcome.taken && user ? user._id : null
      }),

    startPasswordReset: (userId) =>
      reach(async () => {
        const user = await users.findOne({ _id: userId, closedAt: null })
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
          const set = { $set: { passwordHash, resetBy }, $inc: { generation: 1 } }
          if (!(await users.findOneAndUpdate({ _id: userId, generation }, set))) return null
        }
        const device = await knowOrigin(userId, from)
        await sessions.deleteMany({ userId, generation: { $lte: generation } })
        // The link stays for a repeat, until it would have expired: it is of a generation that is over.
        return { deviceToken: device.token }
      }),
  }
}
