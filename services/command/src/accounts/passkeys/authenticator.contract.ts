import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto'
import { isoCBOR } from '@simplewebauthn/server/helpers'

const sha256 = (bytes: Buffer | string) => createHash('sha256').update(bytes).digest()
const PRESENT_AND_VERIFIED = 0b101
const WITH_CREDENTIAL = 0b1000000

type Options = Readonly<Record<string, unknown>>

/**
 * A simulated device with one passkey (ES256) for a browser on `origin`. The device answers every request, even a
 * request that a real device refuses.
 */
export const newAuthenticator = (origin = 'http://localhost') => {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
  const id = randomBytes(16)
  const rpId = new URL(origin).hostname
  let counter = 0
  const coordinate = (text: string) => new Uint8Array(Buffer.from(text, 'base64url'))
  // A COSE key: elliptic curve, ES256, P-256.
  const cose = Buffer.from(
    isoCBOR.encode(
      new Map<number, number | Uint8Array>([
        [1, 2],
        [3, -7],
        [-1, 1],
        [-2, coordinate(x)],
        [-3, coordinate(y)],
      ]),
    ),
  )
  const authenticatorData = (flags: number, more = Buffer.alloc(0)) => {
    const count = Buffer.alloc(4)
    count.writeUInt32BE(counter)
    return Buffer.concat([sha256(rpId), Buffer.of(flags), count, more])
  }
  const clientData = (type: string, { challenge }: Options) => Buffer.from(JSON.stringify({ type, challenge, origin }))
  const named = () => ({ id: id.toString('base64url'), rawId: id.toString('base64url'), type: 'public-key' })
  return {
    /**
     * Answers a request to make a passkey. `inside`: the passkey's id in authData, the part of the answer that the
     * device itself writes.
     */
    make: (options: Options, inside = id) => {
      const length = Buffer.alloc(2)
      length.writeUInt16BE(inside.length)
      const credential = Buffer.concat([Buffer.alloc(16), length, inside, cose])
      const authData = new Uint8Array(authenticatorData(PRESENT_AND_VERIFIED | WITH_CREDENTIAL, credential))
      const attestation = new Map<string, string | Uint8Array | Map<string, string>>([
        ['fmt', 'none'],
        ['attStmt', new Map<string, string>()],
        ['authData', authData],
      ])
      return {
        ...named(),
        response: {
          clientDataJSON: clientData('webauthn.create', options).toString('base64url'),
          attestationObject: Buffer.from(isoCBOR.encode(attestation)).toString('base64url'),
          transports: ['internal'],
        },
      }
    },
    /** Answers a request for the passkey. `counts`: whether the device counts the uses of its passkey. */
    answer: (options: Options, { counts = false } = {}) => {
      if (counts) counter += 1
      const data = authenticatorData(PRESENT_AND_VERIFIED)
      const client = clientData('webauthn.get', options)
      return {
        ...named(),
        response: {
          clientDataJSON: client.toString('base64url'),
          authenticatorData: data.toString('base64url'),
          signature: sign('sha256', Buffer.concat([data, sha256(client)]), privateKey).toString('base64url'),
        },
      }
    },
  }
}
