import type { DataKeys } from './data-keys.ts'
import { deviceOf } from './device.ts'
import { accountOfUnknown, asGuess } from './guess-limits.ts'
import type { Accounts, Taken } from './identity.ts'
import type { Parts } from './parts.ts'
import { passwordResetOver } from './password-reset.ts'
import { get } from './records.ts'
import { isReserved, NO_NEW, NO_PREVIOUS, openUser, type UserRecord, userOf } from './users.ts'

/** Accounts (identity.ts), over the records of either engine. */
export const accountsOver = (parts: Parts, keys: Pick<DataKeys, 'newKey'>): Accounts => {
  const { records, fields, now, passwords, counts, origins, byEmail } = parts
  const whatIsTaken = async (usernameKey: string, emailKey: string): Promise<Taken> => {
    const [email, username] = await Promise.all([
      isReserved(records, emailKey, now()),
      get(records, 'users', { usernameKey }),
    ])
    return [...(email ? (['email'] as const) : []), ...(username ? (['username'] as const) : [])]
  }
  return {
    ...passwordResetOver(parts),

    async createUser({ id, username, email, password, language }) {
      const [usernameKey, emailKey] = [fields.hashOf(username), fields.hashOf(email)]
      // This check comes before the costly hash. Of two concurrent calls, the store's unique fields accept one.
      const before = await whatIsTaken(usernameKey, emailKey)
      if (before.length > 0) return { taken: before }
      const passwordHash = await passwords.hash(password, 'sign-up')
      const wrappedDataKey = await keys.newKey(id)
      const user: UserRecord = {
        ...{ id, usernameKey, emailKey, passwordHash, language, createdAt: now(), wrappedDataKey },
        ...{ generation: 0, keptSession: null, resetBy: null, emailVerifiedAt: null, ...NO_NEW, ...NO_PREVIOUS },
        username: fields.seal(username, 'username', id, wrappedDataKey),
        email: fields.seal(email, 'address', id, wrappedDataKey),
        ...{ adminBy: null, lockedAt: null, looksByMail: false, secondFactorSince: null, closedAt: null },
      }
      if (await records.add('users', user)) return userOf(fields, user)
      return { taken: await whatIsTaken(usernameKey, emailKey) }
    },

    async findUser(id) {
      const user = await openUser(records, id)
      return user && userOf(fields, user)
    },

    async setLanguage(userId, language) {
      await records.change('users', { id: userId, language: { not: language }, closedAt: null }, { language })
    },

    async findUserByEmail(email) {
      const user = await byEmail(email)
      return user && userOf(fields, user)
    },

    async verifyPassword(email, password, from) {
      const user = await byEmail(email)
      const familiar = await origins.familiarAs(user?.id ?? null, from)
      return asGuess(counts, user?.id ?? accountOfUnknown(email), familiar, async () => {
        const theirs = await passwords.verify(user?.passwordHash ?? null, password, from.address)
        return user && theirs ? userOf(fields, user) : null
      })
    },

    async knowsDevice(email, deviceToken) {
      const user = await byEmail(email)
      const device = await get(records, 'devices', { id: deviceOf(user?.id ?? '', deviceToken).id })
      return device !== null && device.endedAt === null
    },
  }
}
