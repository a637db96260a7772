import { createHmac } from 'node:crypto'
import { createChallenge, randomInt, verifySolution } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'
import { z } from 'zod'
import type { Captcha } from './captcha.ts'

/** How long a challenge is valid, in milliseconds: long enough to write a message. */
const GOOD_FOR_MS = 20 * 60 * 1000

/**
 * The work of a challenge: LEAST_TRIES to MOST_TRIES derivations of PBKDF2 with SHA-256, each of ROUNDS rounds. The
 * work takes a person's browser about a second, and a spam program as long for each message.
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

/** Decodes a token (base64, as ALTCHA's widget sends it); null for any other text. */
const readToken = (token: string): z.infer<typeof payload> | null => {
  try {
    return payload.parse(JSON.parse(Buffer.from(token, 'base64').toString()))
  } catch {
    return null
  }
}

/**
 * ALTCHA (altcha.org): a proof of work that this server issues and checks itself, without a third party. Processes with
 * the same `secret` accept each other's challenges.
 */
export const altchaCaptcha = ({
  secret,
  rounds = ROUNDS,
  now = () => new Date(),
}: {
  secret: Uint8Array
  /** Tests pass a smaller number. */
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
      const answer = readToken(token)
      if (answer === null) return null
      const { challenge, solution } = answer
      // The library checks the challenge's signature before it derives a key. Otherwise a forged challenge could demand
      // endless work.
      const { verified } = await verifySolution({ ...secrets, challenge, solution, deriveKey }).catch(() => ({
        verified: false,
      }))
      // The nonce names the solution. The challenge's signature covers the nonce, so a sender cannot change it and use
      // the solution twice.
      return verified ? `altcha ${challenge.parameters.nonce}` : null
    },
  }
}
