import { createHmac } from 'node:crypto'
import { createChallenge, randomInt, verifySolution } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'
import { z } from 'zod'
import type { Captcha } from './captcha.ts'

/** How long there is to solve a challenge and to write, in milliseconds. */
const GOOD_FOR_MS = 20 * 60 * 1000

/**
 * The work: so many derivations of PBKDF2 with SHA-256, of so many rounds each. A person waits about a second. A
 * program that sends to thousands of sites pays it for each message.
 */
const ROUNDS = 10_000
const LEAST_TRIES = 150
const MOST_TRIES = 300

const payload = z.object({
  challenge: z.object({
    parameters: z.looseObject({
      algorithm: z.string(),
      nonce: z.string(),
      salt: z.string(),
      cost: z.number(),
      keyLength: z.number(),
      keyPrefix: z.string(),
    }),
    signature: z.string(),
  }),
  solution: z.object({ counter: z.number(), derivedKey: z.string() }),
})

/** What a token says, in base64 as ALTCHA's own widget sends it; null for anything else. */
const readToken = (token: string): z.infer<typeof payload> | null => {
  try {
    return payload.parse(JSON.parse(Buffer.from(token, 'base64').toString()))
  } catch {
    return null
  }
}

/**
 * ALTCHA (altcha.org): a proof of work that this server asks for and checks itself; no third party hears of it. Every process
 * with the same `secret` takes what another one asked for.
 */
export const altchaCaptcha = ({
  secret,
  rounds = ROUNDS,
  now = () => new Date(),
}: {
  secret: Uint8Array
  /** For tests: less work. */
  rounds?: number
  now?: () => Date
}): Captcha => {
  const secretFor = (use: string) => createHmac('sha256', secret).update(use).digest('hex')
  const secrets = {
    hmacSignatureSecret: secretFor('altcha challenge'),
    hmacKeySignatureSecret: secretFor('altcha key'),
  }
  return {
    ask: async () => {
      const { parameters, signature = '' } = await createChallenge({
        ...secrets,
        algorithm: 'PBKDF2/SHA-256',
        cost: rounds,
        counter: randomInt(MOST_TRIES, LEAST_TRIES),
        deriveKey,
        expiresAt: new Date(now().getTime() + GOOD_FOR_MS),
      })
      return { provider: 'altcha', challenge: { parameters: { ...parameters }, signature } }
    },
    check: async (token) => {
      const read = readToken(token)
      if (read === null) return null
      const { challenge, solution } = read
      // A made-up challenge may ask for endless work. So its signature is checked first, and a key is derived only after that.
      const { verified } = await verifySolution({ ...secrets, challenge, solution, deriveKey }).catch(() => ({
        verified: false,
      }))
      // Signed as it stands, so that it cannot be written in another way.
      return verified ? `altcha ${challenge.parameters.nonce}` : null
    },
  }
}
