import { derive, unwrap, wrap } from './data-key.ts'
import { nameKey } from './name-key.ts'

/** Which field it is: an envelope of one opens as no other. A message of the contact form has an id and a key as an account has. */
export type FieldUse = 'username' | 'address' | 'message' | 'passkey' | 'totp' | 'provider'

/**
 * What of an account is personal: its name and its addresses. Each is stored as an envelope under the account's own data key, and found by
 * a keyed hash. Within an account the same text has the same envelope, so that stores compare envelopes as they would compare texts.
 * `wrapped`: the account's data key as it is stored.
 */
export interface AccountFields {
  seal(text: string, use: FieldUse, userId: string, wrapped: Uint8Array): string
  /**
   * '' where the account's key is destroyed (`wrapped`: null): it is being closed, and has no name any more. Throws where it was sealed for
   * another account, with another key, or changed since.
   */
  open(stored: string, use: FieldUse, userId: string, wrapped: Uint8Array | null): string
  /** The HMAC of nameKey by which a name or an address is unique and found. Its key is derived from the master key. */
  hashOf(name: string): string
}

/** No username has it, and no address without an @ behind it. */
const MARK = '~'
const NONCE_BYTES = 12

/** Whether it is an envelope, or in clear, as all were before there were envelopes. */
export const isSealed = (stored: string): boolean => stored.startsWith(MARK) && !stored.includes('@')

/** `keyIn`: opens a data key as it is stored. */
export const accountFields = (
  master: Uint8Array,
  keyIn: (userId: string, wrapped: Uint8Array) => Uint8Array,
): AccountFields => {
  const hashKey = derive(master, 'names and addresses')
  const keyFor = (userId: string, wrapped: Uint8Array) => derive(keyIn(userId, wrapped), 'account')
  const placeOf = (use: FieldUse, userId: string) => `pathlight ${use} of ${userId}`
  return {
    seal(text, use, userId, wrapped) {
      const [key, place] = [keyFor(userId, wrapped), placeOf(use, userId)]
      // The nonce is made of the text: it is the same for the same text only, which GCM asks for.
      const nonce = Buffer.from(derive(key, `nonce ${place} ${text}`).subarray(0, NONCE_BYTES))
      return MARK + wrap(key, place, Buffer.from(text, 'utf8'), nonce).toString('base64url')
    },
    open(stored, use, userId, wrapped) {
      if (wrapped === null) return ''
      const bytes = Buffer.from(stored.slice(MARK.length), 'base64url')
      return unwrap(keyFor(userId, wrapped), placeOf(use, userId), bytes).toString('utf8')
    },
    hashOf: (name) => derive(hashKey, nameKey(name)).toString('base64url'),
  }
}
