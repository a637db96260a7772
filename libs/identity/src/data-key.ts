import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'

const KEY_BYTES = 32
const NONCE_BYTES = 12
const TAG_BYTES = 16
/** First byte of a wrapped key: how the rest was made. */
const FORMAT = 1

/**
 * A new random data key, wrapped: AES-256-GCM under the master key, bound to the user it belongs to.
 * Layout: format byte, 12-byte nonce, 16-byte tag, 32 bytes of ciphertext.
 */
export function newWrappedDataKey(master: Uint8Array, userId: string): Buffer {
  const nonce = randomBytes(NONCE_BYTES)
  const cipher = createCipheriv('aes-256-gcm', master, nonce).setAAD(boundTo(userId))
  const sealed = Buffer.concat([cipher.update(randomBytes(KEY_BYTES)), cipher.final()])
  return Buffer.concat([Buffer.of(FORMAT), nonce, cipher.getAuthTag(), sealed])
}

/** The user's 32-byte data key. Throws when it was wrapped for another user, with another master key, or changed since. */
export function unwrapDataKey(master: Uint8Array, userId: string, wrapped: Uint8Array): Uint8Array {
  if (wrapped[0] !== FORMAT || wrapped.length !== 1 + NONCE_BYTES + TAG_BYTES + KEY_BYTES)
    throw new Error(`The stored data key of user ${userId} has an unknown form`)
  const nonce = wrapped.subarray(1, 1 + NONCE_BYTES)
  const tag = wrapped.subarray(1 + NONCE_BYTES, 1 + NONCE_BYTES + TAG_BYTES)
  const decipher = createDecipheriv('aes-256-gcm', master, nonce).setAAD(boundTo(userId)).setAuthTag(tag)
  return Buffer.concat([decipher.update(wrapped.subarray(1 + NONCE_BYTES + TAG_BYTES)), decipher.final()])
}

const boundTo = (userId: string) => Buffer.from(`pathlight data key of ${userId}`, 'utf8')
