import { CHALLENGE_MS, type Challenge, type ChallengePurpose, type Challenges } from './identity.ts'
import type { Parts } from './parts.ts'
import { get } from './records.ts'
import { newToken, tokenHash } from './secret-token.ts'

/** Challenges: each is answered once, and within CHALLENGE_MS. */
export const challengesOver = ({ records, now, inMs }: Pick<Parts, 'records' | 'now' | 'inMs'>): Challenges => {
  const find = async (purpose: ChallengePurpose, token: string): Promise<Challenge | null> => {
    const challenge = await get(records, 'challenges', { tokenHash: tokenHash(token) })
    if (challenge === null || challenge.purpose !== purpose || challenge.expiresAt <= now()) return null
    return { userId: challenge.userId, value: challenge.value as Challenge['value'] }
  }
  return {
    findChallenge: find,

    async startChallenge(purpose, { userId, value }) {
      const token = newToken()
      const expiresAt = inMs(CHALLENGE_MS)
      await records.add('challenges', { tokenHash: tokenHash(token), purpose, userId, value, expiresAt })
      return token
    },

    async takeChallenge(purpose, token) {
      const challenge = await find(purpose, token)
      if (challenge === null) return null
      return (await records.remove('challenges', { tokenHash: tokenHash(token) })) === 1 ? challenge : null
    },
  }
}
