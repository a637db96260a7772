import { createCipheriv, createDecipheriv, type KeyObject, randomBytes } from 'node:crypto'

const ALGORITHM = 'aes-256-gcm'
/** The lengths in bytes that NIST SP 800-38D recommends for GCM. */
const NONCE_BYTES = 12
const TAG_BYTES = 16

type Fields = Readonly<Record<string, unknown>>

/**
 * The place to which a sealed envelope belongs: an event's stream, type and schema version. The envelope opens only
 * with the values with which it was sealed.
 */
export type SealedPlace = { readonly streamName: string; readonly type: string; readonly schemaVersion: unknown }

/** The name of the field that has the envelope, beside the fields that are not sealed. */
export const ENVELOPE = 'sealed'

/** Moves the personal fields of `data` into a sealed envelope. */
export function sealPersonal(data: Fields, personal: readonly string[], key: KeyObject, place: SealedPlace): Fields {
  const isPersonal = ([field]: [string, unknown]) => personal.includes(field)
  const { open = [], secret = [] } = Object.groupBy(Object.entries(data), (e) => (isPersonal(e) ? 'secret' : 'open'))
  return { ...Object.fromEntries(open), [ENVELOPE]: seal(Object.fromEntries(secret), key, place) }
}

/**
 * Seals fields in an envelope: base64 of nonce, tag and ciphertext. Each envelope has a fresh nonce, so equal fields
 * give different envelopes.
 */
export function seal(fields: Fields, key: KeyObject, place: SealedPlace): string {
  return sealBytes(Buffer.from(JSON.stringify(fields)), key, authenticated(place)).toString('base64')
}

/** Seals bytes as nonce, tag and ciphertext. They open only with the same `place`. */
export function sealBytes(bytes: Uint8Array, key: KeyObject, place: Uint8Array): Buffer {
  const nonce = randomBytes(NONCE_BYTES)
  const cipher = createCipheriv(ALGORITHM, key, nonce)
  cipher.setAAD(place)
  const ciphertext = cipher.update(bytes)
  cipher.final() // returns nothing in GCM, but computes the tag
  return Buffer.concat([nonce, cipher.getAuthTag(), ciphertext])
}

/** The length of the JSON in an envelope, in bytes. */
export const sealedBytes = (envelope: string): number =>
  Math.max(0, Buffer.byteLength(envelope, 'base64') - NONCE_BYTES - TAG_BYTES)

/**
 * The fields in an envelope. Throws if the envelope belongs to another place, was sealed with another key, or was
 * changed.
 */
export function unseal(envelope: string, key: KeyObject, place: SealedPlace): Fields {
  const text = unsealBytes(Buffer.from(envelope, 'base64'), key, authenticated(place))
  return JSON.parse(text.toString('utf8'))
}

/**
 * Opens bytes from `sealBytes`. Throws if they belong to another place, were sealed with another key, or were changed.
 */
export function unsealBytes(bytes: Uint8Array, key: KeyObject, place: Uint8Array): Buffer {
  // Without this check the decipher would accept a shorter tag, which is easier to guess.
  if (bytes.length < NONCE_BYTES + TAG_BYTES) throw new Error('The envelope is cut off')
  const decipher = createDecipheriv(ALGORITHM, key, bytes.subarray(0, NONCE_BYTES))
  decipher.setAAD(place)
  decipher.setAuthTag(bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES))
  const text = decipher.update(bytes.subarray(NONCE_BYTES + TAG_BYTES))
  decipher.final()
  return text
}

const authenticated = ({ streamName, type, schemaVersion }: SealedPlace): Buffer =>
  Buffer.from(JSON.stringify([streamName, type, schemaVersion ?? null]))
