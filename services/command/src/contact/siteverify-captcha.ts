import { CAPTCHA_SERVICES, type CaptchaService } from '@pathlight/contracts/captcha-rules.ts'
import { HttpProblem } from '@pathlight/http/problem.ts'
import { z } from 'zod'
import type { Captcha } from './captcha.ts'

const ANSWERS_WITHIN_MS = 5_000
const answer = z.object({ success: z.boolean() })

const cannotSay = () =>
  new HttpProblem(503, 'captcha_unreachable', 'The CAPTCHA cannot be checked right now. Please try again shortly.')

type Options = {
  readonly provider: CaptchaService
  readonly siteKey: string
  readonly secret: string
  /** The address of the operator's own compatible service; null: the provider's address. */
  readonly address: string | null
}

/** A CAPTCHA of a third party, which judges an answer. The third party gets `secret` and the sender's IP address. */
export const siteverifyCaptcha = ({ provider, siteKey, secret, address }: Options): Captcha => ({
  ask: async () => ({ provider, siteKey }),
  check: async (token, remoteip) => {
    let verdict: unknown
    try {
      const response = await fetch(address ?? CAPTCHA_SERVICES[provider].verify, {
        method: 'POST',
        body: new URLSearchParams({ secret, response: token, remoteip, sitekey: siteKey }),
        redirect: 'error',
        signal: AbortSignal.timeout(ANSWERS_WITHIN_MS),
      })
      if (!response.ok) throw new Error(`${provider} answered ${response.status}`)
      verdict = await response.json()
    } catch {
      throw cannotSay()
    }
    const parsed = answer.safeParse(verdict)
    if (!parsed.success) throw cannotSay()
    return parsed.data.success ? `${provider} ${token}` : null
  },
})
