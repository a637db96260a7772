import type { ContactCaptcha } from '@pathlight/contracts/contact.ts'
import { type Challenge, solveChallengeWorkers } from 'altcha/lib'
import DeriveWorker from 'altcha/workers/pbkdf2?worker'
import { read } from '../../api/request.ts'

/** The most workers that compute at the same time. More workers would make a phone hot. */
const MOST_WORKERS = 4
/** A solution counts as expired this long before the server rejects it, in milliseconds. */
const MARGIN_MS = 60_000

/**
 * Fetches a challenge and solves it in workers. `goodForMs` is how long the token is valid. Throws if the challenge
 * cannot be fetched or solved, or if the server now has another CAPTCHA.
 */
export const solveChallenge = async (
  controller: AbortController,
): Promise<{ readonly token: string; readonly goodForMs: number }> => {
  const captcha = await read<ContactCaptcha>('/api/contact/captcha', controller.signal)
  if (captcha.provider !== 'altcha') throw new Error('This server has another CAPTCHA by now')
  const challenge = captcha.challenge as unknown as Challenge
  const solution = await solveChallengeWorkers({
    challenge,
    controller,
    concurrency: Math.min(MOST_WORKERS, navigator.hardwareConcurrency || 1),
    createWorker: () => new DeriveWorker(),
  })
  if (solution === null) throw new Error('The challenge was not solved')
  const endsAt = (challenge.parameters.expiresAt ?? 0) * 1000
  return {
    token: btoa(JSON.stringify({ challenge, solution })),
    goodForMs: Math.max(0, endsAt - Date.now() - MARGIN_MS),
  }
}
