import { createCipheriv, createDecipheriv, createHmac, randomBytes } from 'node:crypto'

const ALGORITHM = 'aes-256-gcm'
const KEY_BYTES = 32
const NONCE_BYTES = 12
const TAG_BYTES = 16
const EPOCH_BYTES = 16
/**
 * The first byte of a wrapped data key. It says whether the master key or an epoch's key wraps the data key. Archives
 * and old records have keys that the master key wraps.
 */
const BY_MASTER = 1
const BY_EPOCH = 2

/** A new key: 32 random bytes. */
export const newKey = (): Buffer => randomBytes(KEY_BYTES)

/** Encrypts bytes: nonce, tag and ciphertext. They open only with the same `place`. */
export function wrap(wrapping: Uint8Array, place: string, bytes: Uint8Array, nonce = randomBytes(NONCE_BYTES)): Buffer {
  const cipher = createCipheriv(ALGORITHM, wrapping, nonce).setAAD(Buffer.from(place, 'utf8'))
  const sealed = Buffer.concat([cipher.update(bytes), cipher.final()])
  return Buffer.concat([nonce, cipher.getAuthTag(), sealed])
}

/** Opens bytes from `wrap`. Throws if they belong to another place, were wrapped with another key, or were changed. */
export function unwrap(wrapping: Uint8Array, place: string, wrapped: Uint8Array): Buffer {
  if (wrapped.length < NONCE_BYTES + TAG_BYTES) throw new Error('What is wrapped is cut off')
  const tag = wrapped.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES)
  const decipher = createDecipheriv(ALGORITHM, wrapping, wrapped.subarray(0, NONCE_BYTES))
    .setAAD(Buffer.from(place, 'utf8'))
    .setAuthTag(tag)
  return Buffer.concat([decipher.update(wrapped.subarray(NONCE_BYTES + TAG_BYTES)), decipher.final()])
}

const ofUser = (userId: string) => `pathlight data key of ${userId}`

/**
 * A user's data key in the stored form: the format byte, 16 bytes of the epoch's id, and the key wrapped by the epoch's
 * key.
 */
export const wrapByEpoch = (key: Uint8Array, userId: string, epoch: { id: string; key: Uint8Array }): Buffer =>
  Buffer.concat([Buffer.of(BY_EPOCH), Buffer.from(epoch.id, 'hex'), wrap(epoch.key, ofUser(userId), key)])

/** A user's data key in the form of archives: the format byte, and the key wrapped by the master key. */
export const wrapByMaster = (key: Uint8Array, userId: string, master: Uint8Array): Buffer =>
  Buffer.concat([Buffer.of(BY_MASTER), wrap(master, ofUser(userId), key)])

/** The id of the epoch whose key wraps the data key. Null if the master key wraps it. Throws for any other bytes. */
export function epochOf(wrapped: Uint8Array): string | null {
  const more = NONCE_BYTES + TAG_BYTES + KEY_BYTES
  if (wrapped[0] === BY_MASTER && wrapped.length === 1 + more) return null
  if (wrapped[0] === BY_EPOCH && wrapped.length === 1 + EPOCH_BYTES + more)
    return Buffer.from(wrapped.subarray(1, 1 + EPOCH_BYTES)).toString('hex')
  throw new Error('A stored data key has an unknown form')
}

/**
 * The user's 32-byte data key. `wrapping`: the key of its epoch, or the master key. Throws under the same conditions as
 * `unwrap`.
 */
export const unwrapDataKey = (wrapping: Uint8Array, userId: string, wrapped: Uint8Array): Buffer =>
  unwrap(wrapping, ofUser(userId), wrapped.subarray(wrapped[0] === BY_EPOCH ? 1 + EPOCH_BYTES : 1))

/** Derives 32 bytes for one use from a key. */
export const derive = (key: Uint8Array, use: string): Buffer =>
  createHmac('sha256', key).update(`pathlight ${use}`).digest()
