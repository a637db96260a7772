import type { AccountFields } from './account-fields.ts'
import { EpochKeyMissing } from './data-keys.ts'
import type { User } from './identity.ts'
import type { RecordOf } from './kinds.ts'
import { get, type Records } from './records.ts'

export type UserRecord = RecordOf<'users'>
/** An account that still has its data key, which opens its name. Closing an account destroys the key. */
export type NamedRecord = UserRecord & { readonly wrappedDataKey: Uint8Array }

/** The values of these fields while no new address is requested. */
export const NO_NEW = { newEmail: null, newEmailUntil: null } as const

/** The values of these fields while no change of address can be undone. */
export const NO_PREVIOUS = { previousEmail: null, previousEmailKey: null, previousEmailUntil: null } as const

/** The changed fields of an account whose sessions, tokens and reset links end, except the session `keptSession`. */
export const endingSessions = (generation: number, keptSession: string | null = null) => ({
  generation: generation + 1,
  keptSession,
})

export const hasName = (user: UserRecord): user is NamedRecord => user.wrappedDataKey !== null

/** The opened username and email of an account. Both are empty if the account's key is destroyed. */
export const namesOf = (fields: AccountFields, user: UserRecord): Pick<User, 'username' | 'email'> => ({
  username: fields.open(user.username, 'username', user.id, user.wrappedDataKey),
  email: fields.open(user.email, 'address', user.id, user.wrappedDataKey),
})

/** The opened username of an account. Null if the key cannot be opened, because the file of its epoch is missing. */
export const nameOf = (fields: AccountFields, user: NamedRecord): string | null => {
  try {
    return fields.open(user.username, 'username', user.id, user.wrappedDataKey)
  } catch (error) {
    if (error instanceof EpochKeyMissing) return null
    throw error
  }
}

export const userOf = (fields: AccountFields, user: UserRecord): User => ({
  id: user.id,
  ...namesOf(fields, user),
  emailVerified: user.emailVerifiedAt !== null,
  language: user.language === 'ko' ? 'ko' : 'en',
  locked: user.lockedAt !== null,
  looksByMail: user.looksByMail === true,
  secondFactor: user.secondFactorSince !== null,
  createdAt: user.createdAt.toISOString(),
  passwordGeneration: user.generation,
})

/** The account with this id. Null if it is closed or does not exist. */
export const openUser = async (records: Records, id: string): Promise<UserRecord | null> => {
  const user = await get(records, 'users', { id })
  return user === null || user.closedAt !== null ? null : user
}

/** Whether the store has no account, open or closed. */
export const hasNoAccount = async (records: Records): Promise<boolean> => {
  for await (const _ of records.pages('users')) return false
  return true
}

/**
 * Whether an account other than `exceptId` has the address, or had it recently and can still take it back.
 * @param emailKey the hash of the address (AccountFields.hashOf)
 */
export const isReserved = async (
  records: Records,
  emailKey: string,
  now: Date,
  exceptId: string | null = null,
): Promise<boolean> => {
  const [has, had] = await Promise.all([
    records.find('users', { emailKey }),
    records.find('users', { previousEmailKey: emailKey, previousEmailUntil: { after: now } }),
  ])
  return [...has, ...had].some(({ id }) => id !== exceptId)
}
