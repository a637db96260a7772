import { randomUUID } from 'node:crypto'
import type { AccountFields } from './account-fields.ts'
import { type Credential, MOST_PASSKEYS, type Passkey, type Passkeys } from './identity.ts'
import type { RecordOf } from './kinds.ts'
import type { Parts } from './parts.ts'
import { get } from './records.ts'
import { hasName, openUser, type UserRecord, userOf } from './users.ts'

/**
 * The largest counter that every engine can store, and the stored value of larger ones. Authenticators may count to
 * 2^32 - 1.
 */
const LARGEST_COUNTER = 2 ** 31 - 1

type PasskeyRecord = RecordOf<'passkeys'>

const passkeyOf = (
  fields: AccountFields,
  user: UserRecord,
  { id, name, createdAt, usedAt }: PasskeyRecord,
): Passkey => ({
  id,
  name: fields.open(name, 'passkey', user.id, user.wrappedDataKey),
  createdAt: createdAt.toISOString(),
  usedAt: usedAt?.toISOString() ?? null,
})
const credentialOf = ({ credentialId, publicKey, counter, transports }: PasskeyRecord): Credential => ({
  ...{ credentialId, publicKey, counter, transports },
})

export const passkeysOver = ({ records, fields, now }: Parts): Passkeys => {
  const ownedBy = async (userId: string) =>
    (await records.find('passkeys', { userId })).toSorted(
      (a, b) => a.createdAt.getTime() - b.createdAt.getTime() || (a.id < b.id ? -1 : 1),
    )
  /** Whether the account's second step is on, but the person has neither an authenticator app nor a passkey for it. */
  const lacksSecondStep = async (userId: string) => {
    const [user, totp, passkeys] = await Promise.all([
      openUser(records, userId),
      get(records, 'totp', { userId }),
      records.count('passkeys', { userId }),
    ])
    return user !== null && user.secondFactorSince !== null && totp === null && passkeys === 0
  }
  return {
    async passkeysOf(userId) {
      const user = await openUser(records, userId)
      return user === null ? [] : (await ownedBy(userId)).map((one) => passkeyOf(fields, user, one))
    },

    async credentialsOf(userId) {
      return (await ownedBy(userId)).map(credentialOf)
    },

    async findCredential(credentialId) {
      const passkey = await get(records, 'passkeys', { credentialId })
      const user = passkey && (await openUser(records, passkey.userId))
      return passkey && user && { credential: credentialOf(passkey), user: userOf(fields, user) }
    },

    async addPasskey(userId, credential, name) {
      const user = await openUser(records, userId)
      if (user === null || !hasName(user)) return null
      if ((await records.count('passkeys', { userId })) >= MOST_PASSKEYS) return null
      const passkey: PasskeyRecord = {
        ...{ ...credential, id: randomUUID(), userId, createdAt: now(), usedAt: null },
        counter: Math.min(credential.counter, LARGEST_COUNTER),
        name: fields.seal(name, 'passkey', userId, user.wrappedDataKey),
      }
      if (!(await records.add('passkeys', passkey))) return null
      // Another call may have closed the account and removed its records before this passkey was stored. Or concurrent
      // calls may have exceeded the limit.
      const isThere = (await openUser(records, userId)) !== null
      if (isThere && (await records.count('passkeys', { userId })) <= MOST_PASSKEYS)
        return passkeyOf(fields, user, passkey)
      await records.remove('passkeys', { id: passkey.id })
      return null
    },

    async usePasskey({ credentialId, counter: before }, counter) {
      const values = { counter: Math.min(counter, LARGEST_COUNTER), usedAt: now() }
      const used = await records.change('passkeys', { credentialId, counter: before }, values)
      return used !== null && used !== 'taken'
    },

    async renamePasskey(userId, id, name) {
      const user = await openUser(records, userId)
      if (user === null || !hasName(user)) return null
      const sealed = fields.seal(name, 'passkey', userId, user.wrappedDataKey)
      const renamed = await records.change('passkeys', { id, userId }, { name: sealed })
      return renamed === null || renamed === 'taken' ? null : passkeyOf(fields, user, renamed)
    },

    async removePasskey(userId, id) {
      const passkey = await get(records, 'passkeys', { id, userId })
      if (passkey === null || (await records.remove('passkeys', { id, userId })) === 0) return null
      // The removal comes first, and the check after it. So a needed passkey stays even if several calls remove
      // passkeys at once.
      if (!(await lacksSecondStep(userId))) return 'removed'
      await records.add('passkeys', passkey)
      // Another call may have closed the account and removed its records before this passkey was stored again.
      if ((await openUser(records, userId)) === null) await records.remove('passkeys', { id, userId })
      return 'needed'
    },
  }
}
