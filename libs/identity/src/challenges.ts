import { derive, unwrap, wrap } from './data-key.ts'
import { CHALLENGE_MS, type Challenge, type ChallengePurpose, type Challenges } from './identity.ts'
import type { Parts } from './parts.ts'
import { get } from './records.ts'
import { newToken, tokenHash } from './secret-token.ts'

/**
 * The key that seals a challenge's value. It is derived from the token. The store has only the token's hash, so a copy
 * of the store cannot open the value.
 */
const keyOf = (token: string): Buffer => derive(Buffer.from(token, 'utf8'), 'challenge')

/** Challenges. Each can be answered once, within CHALLENGE_MS. */
export const challengesOver = ({ records, now, inMs }: Pick<Parts, 'records' | 'now' | 'inMs'>): Challenges => {
  const find = async (purpose: ChallengePurpose, token: string): Promise<Challenge | null> => {
    const challenge = await get(records, 'challenges', { tokenHash: tokenHash(token) })
    if (challenge === null || challenge.purpose !== purpose || challenge.expiresAt <= now()) return null
    // Older versions stored the value unsealed. Such a challenge is invalid, and the person must start again.
    if (typeof challenge.value !== 'string') return null
    const value = JSON.parse(unwrap(keyOf(token), purpose, Buffer.from(challenge.value, 'base64url')).toString('utf8'))
    return { userId: challenge.userId, value }
  }
  return {
    findChallenge: find,

    async startChallenge(purpose, { userId, value }) {
      const token = newToken()
      const sealed = wrap(keyOf(token), purpose, Buffer.from(JSON.stringify(value), 'utf8')).toString('base64url')
      const expiresAt = inMs(CHALLENGE_MS)
      await records.add('challenges', { tokenHash: tokenHash(token), purpose, userId, value: sealed, expiresAt })
      return token
    },

    async takeChallenge(purpose, token) {
      const challenge = await find(purpose, token)
      if (challenge === null) return null
      return (await records.remove('challenges', { tokenHash: tokenHash(token) })) === 1 ? challenge : null
    },
  }
}
