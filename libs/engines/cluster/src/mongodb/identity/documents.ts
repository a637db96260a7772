import type { AccountFields } from '@pathlight/identity/account-fields.ts'
import type { AdminBy, EmailLinkPurpose, User } from '@pathlight/identity/identity.ts'
import { tokenHash } from '@pathlight/identity/secret-token.ts'
import { type Binary, type Collection, MongoServerError } from 'mongodb'
import { translate } from '../client.ts'

/** https://www.mongodb.com/docs/manual/reference/error-codes/ */
const DUPLICATE_KEY = 11_000

/**
 * All that must change together is in one document, so no transaction is needed. Name and addresses are sealed under the account's own key, and
 * found by keyed hashes (account-fields.ts).
 */
export type UserDocument = {
  _id: string
  username: string
  email: string
  usernameKey: string
  emailKey: string
  passwordHash: string
  language: 'en' | 'ko'
  createdAt: Date
  /** Null: the account is closed and its personal data can never be read again. */
  wrappedDataKey: Binary | null
  /** Sessions and reset links of another generation have ended, whether or not their documents are gone yet. */
  generation: number
  /** Under what a repeat of the last new password by a link is known (repeatName). */
  resetBy?: string | null
  /** When the person showed that mail to `email` reaches them; these fields are missing in documents of older versions. */
  emailVerifiedAt?: Date | null
  /** The address that the account is to have, and until when its link works. */
  newEmail?: string | null
  newEmailUntil?: Date | null
  /** The address that the account had, and until when the change can be taken back. */
  previousEmail?: string | null
  previousEmailKey?: string | null
  previousEmailUntil?: Date | null
  /** By what its owner is an admin. */
  adminBy?: AdminBy | null
  /** Since when an admin has locked the account. */
  lockedAt?: Date | null
  /** Whether the person is told by mail of what admins look at. */
  looksByMail?: boolean
  /** Of a closed account only the id and this are left. */
  closedAt?: Date | null
}

/** No other address is asked for. */
export const NO_NEW = { newEmail: null, newEmailUntil: null }

export type SessionDocument = {
  /** Hash of the token, base64url. */
  _id: string
  id: string
  userId: string
  generation: number
  createdAt: Date
  expiresAt: Date
  /** true: expiresAt is fixed. false: it slides with use. */
  remember: boolean
  /** Missing: started before there were devices. */
  deviceId?: string
}

/** `endedAt`: the user ended the device. Its label still names what was written on it. */
export type DeviceDocument = {
  _id: string
  userId: string
  label: string
  firstSeenAt: Date
  lastSeenAt: Date
  endedAt?: Date | null
}
/** `state`: JSON, as text. */
export type ImportDocument = { _id: string; userId: string; state: string; begunAt: Date }
/** `importId.number`. */
export type ImportPieceDocument = { _id: string; importId: string; userId: string; piece: Binary; keptAt: Date }
/** The person's file that comes just now: `_id` is the person. */
export type ImportClaimDocument = { _id: string; claim: string; until: Date }
/** A message of the contact form: see MessageStore. */
export type MessageDocument = { _id: string; wrappedDataKey: Binary; sealed: string; keptAt: Date }
/** An address from which the user signed in: `userId.hash`. */
export type AddressDocument = { _id: string; userId: string; lastSeenAt: Date }
/** What is counted until a time, by its name; `by`: the values that are counted already, where a repeat counts once. */
export type CountDocument = { _id: string; count: number; until: Date; by?: string[] }
/** By the hash of its token. */
export type ResetLinkDocument = { _id: string; userId: string; generation: number; expiresAt: Date }
/** By the hash of its token: a link to an address of an account. */
export type EmailLinkDocument = {
  _id: string
  userId: string
  purpose: EmailLinkPurpose
  email: string
  expiresAt: Date
}

export const userOf =
  (fields: AccountFields) =>
  (user: UserDocument): User => ({
    id: user._id,
    ...namesOf(fields, user),
    emailVerified: user.emailVerifiedAt != null,
    language: user.language,
    locked: user.lockedAt != null,
    looksByMail: user.looksByMail === true,
    createdAt: user.createdAt.toISOString(),
    passwordGeneration: user.generation,
  })

/** The wrapped key of an open account. */
export const keyOf = ({ _id, wrappedDataKey }: Pick<UserDocument, '_id' | 'wrappedDataKey'>): Uint8Array => {
  if (wrappedDataKey === null) throw new Error(`The account ${_id} is open and has no key`)
  return wrappedDataKey.value()
}

/** The name and the address of an account, opened. */
export const namesOf = (fields: AccountFields, user: UserDocument): Pick<User, 'username' | 'email'> => {
  const wrapped = user.wrappedDataKey?.value() ?? null
  return {
    username: fields.open(user.username, 'username', user._id, wrapped),
    email: fields.open(user.email, 'address', user._id, wrapped),
  }
}

/**
 * The account of this id, unless it is closed. It is asked for by its primary key alone: the stand-in for MongoDB in tests looks through all
 * accounts where anything else is asked, too.
 */
export const openUser = async (users: Collection<UserDocument>, id: string): Promise<UserDocument | null> => {
  const user = await users.findOne({ _id: id })
  return user !== null && user.closedAt == null ? user : null
}

/** Runs it, with MongoDB's own errors of reachability turned into StoreUnavailable. */
export async function reach<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    throw translate(error)
  }
}

/** False: a document with the same unique key is there already. */
export async function inserts(insert: () => Promise<unknown>): Promise<boolean> {
  try {
    await insert()
    return true
  } catch (error) {
    if (error instanceof MongoServerError && error.code === DUPLICATE_KEY) return false
    throw error
  }
}

/** How a token stands in a document: as its hash. */
export const storedToken = (token: string): string => tokenHash(token).toString('base64url')
