import { Aes256Gcm, CipherSuite, DhkemX25519HkdfSha256, HkdfSha256 } from '@hpke/core'

// A copy is sealed by HPKE (RFC 9180). Only the link has the private key.
const suite = new CipherSuite({ kem: new DhkemX25519HkdfSha256(), kdf: new HkdfSha256(), aead: new Aes256Gcm() })
/** The length of the encapsulated key at the beginning of a sealed copy, in bytes. */
const ENCAPSULATED = 32

const bytesOf = (view: Uint8Array): ArrayBuffer => new Uint8Array(view).buffer
const named = (id: string) => bytesOf(Buffer.from(id))

/** A new pair of keys for a share. `key` (base64url) goes into the link, and `publicKey` seals the copy. */
export const newLinkKey = async (): Promise<{ readonly key: string; readonly publicKey: Uint8Array }> => {
  const pair = await suite.kem.generateKeyPair()
  const [secret, open] = await Promise.all([
    suite.kem.serializePrivateKey(pair.privateKey),
    suite.kem.serializePublicKey(pair.publicKey),
  ])
  return { key: Buffer.from(secret).toString('base64url'), publicKey: new Uint8Array(open) }
}

/** Seals `shown` for a share. `openCopy` opens the copy only with the same id and the key of the link. */
export const sealCopy = async (id: string, publicKey: Uint8Array, shown: object): Promise<Uint8Array> => {
  const plain = Buffer.from(JSON.stringify(shown))
  const recipientPublicKey = await suite.kem.deserializePublicKey(bytesOf(publicKey))
  const { enc, ct } = await suite.seal({ recipientPublicKey }, bytesOf(plain), named(id))
  return Buffer.concat([Buffer.from(enc), Buffer.from(ct)])
}

/** Opens a copy; null: the key or the id is not the copy's, or the copy was altered. */
export const openCopy = async (id: string, key: string, copy: Uint8Array): Promise<object | null> => {
  try {
    const recipientKey = await suite.kem.deserializePrivateKey(bytesOf(Buffer.from(key, 'base64url')))
    const [enc, ct] = [bytesOf(copy.subarray(0, ENCAPSULATED)), bytesOf(copy.subarray(ENCAPSULATED))]
    return JSON.parse(Buffer.from(await suite.open({ recipientKey, enc }, ct, named(id))).toString())
  } catch {
    return null
  }
}
