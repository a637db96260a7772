import { derive, unwrap, wrap } from './data-key.ts'
import { nameKey } from './name-key.ts'

/**
 * The use of an envelope: an envelope of one use does not open as another. A contact message and an invitation have an id and a key
 * like an account.
 */
export type FieldUse = 'username' | 'address' | 'message' | 'token' | 'passkey' | 'totp' | 'provider'

/**
 * The personal fields of an account: its name and addresses. Each is stored in an envelope under the account's own data key, and
 * found by a keyed hash. Within an account equal texts have equal envelopes, so stores can compare envelopes. `wrapped`: the stored
 * data key of the account.
 */
export interface AccountFields {
  seal(text: string, use: FieldUse, userId: string, wrapped: Uint8Array): string
  /**
   * Answers '' if `wrapped` is null. Then the account's key is destroyed, and the account has no name. Throws if the field was
   * sealed for another account or with another key, or was changed.
   */
  open(stored: string, use: FieldUse, userId: string, wrapped: Uint8Array | null): string
  /** The HMAC of nameKey, by which a name or address is unique and found. Its key is derived from the master key. */
  hashOf(name: string): string
}

/** The first character of an envelope. No username contains it, and an address that contains it has an @ after it. */
const MARK = '~'
const NONCE_BYTES = 12

/** Whether it is an envelope. Older versions stored the text itself. */
export const isSealed = (stored: string): boolean => stored.startsWith(MARK) && !stored.includes('@')

/** `keyIn`: unwraps a stored data key. */
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
      // The nonce is derived from the text, so only equal texts share one, as GCM requires.
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
