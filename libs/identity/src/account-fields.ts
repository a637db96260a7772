import { derive, unwrap, wrap } from './data-key.ts'
import { nameKey } from './name-key.ts'

/**
 * The use of an envelope, which is a text encrypted under a data key. An envelope of one use does not open as an
 * envelope of another use. Contact messages and invitations have an id and a data key of their own, as accounts have.
 */
export type FieldUse = 'username' | 'address' | 'message' | 'token' | 'passkey' | 'totp' | 'provider'

/**
 * Seals the personal fields of an account, such as its name and addresses. Each is stored in an envelope under the
 * account's own data key. Stores find an account by keyed hashes of its name and address. Within an account, equal
 * texts of one use have equal envelopes, so stores can compare them. `wrapped`: the account's data key as it is stored.
 */
export interface AccountFields {
  seal(text: string, use: FieldUse, userId: string, wrapped: Uint8Array): string
  /**
   * Opens an envelope. Returns '' if `wrapped` is null, because the account's key is destroyed. Throws if the envelope
   * belongs to another account, was sealed with another key, or was changed.
   */
  open(stored: string, use: FieldUse, userId: string, wrapped: Uint8Array | null): string
  /**
   * The HMAC of the name's nameKey, by which stores find names and addresses and keep them unique. The HMAC's key is
   * derived from the master key.
   */
  hashOf(name: string): string
}

/** The first character of every envelope. No username contains it. An address may, but always has an @. */
const MARK = '~'
const NONCE_BYTES = 12

/** Whether the stored text is an envelope. Older versions stored the text itself. */
export const isSealed = (stored: string): boolean => stored.startsWith(MARK) && !stored.includes('@')

/** @param keyIn unwraps a stored data key */
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
      // The nonce is derived from the text, so different texts have different nonces, as GCM requires.
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
