import type { CaptchaService } from '@pathlight/contracts/contact.ts'
import { HttpProblem } from '@pathlight/http/problem.ts'
import { z } from 'zod'
import type { Captcha } from './captcha.ts'

/** Where each is asked, as its documentation says (seen in 2026). */
const VERIFY: Readonly<Record<CaptchaService, string>> = {
  turnstile: 'https://challenges.cloudflare.com/turnstile/v0/siteverify',
  hcaptcha: 'https://api.hcaptcha.com/siteverify',
  recaptcha: 'https://www.google.com/recaptcha/api/siteverify',
}

type Sources = {
  readonly script: readonly string[]
  readonly frame: readonly string[]
  readonly style: readonly string[]
}
const HCAPTCHA = ['https://hcaptcha.com', 'https://*.hcaptcha.com']
/** What each needs of a page's content security policy, as its documentation says. Scripts may speak to where they come from. */
export const CAPTCHA_SOURCES: Readonly<Record<CaptchaService, Sources>> = {
  turnstile: { script: ['https://challenges.cloudflare.com'], frame: ['https://challenges.cloudflare.com'], style: [] },
  hcaptcha: { script: HCAPTCHA, frame: HCAPTCHA, style: HCAPTCHA },
  recaptcha: {
    script: ['https://www.google.com/recaptcha/', 'https://www.gstatic.com/recaptcha/'],
    frame: ['https://www.google.com/recaptcha/', 'https://recaptcha.google.com/recaptcha/'],
    style: [],
  },
}

const ANSWERS_WITHIN_MS = 5_000
const answer = z.object({ success: z.boolean() })

const cannotSay = () =>
  new HttpProblem(503, 'captcha_unreachable', 'The CAPTCHA cannot be checked right now. Please try again shortly.')

type Options = {
  readonly provider: CaptchaService
  readonly siteKey: string
  readonly secret: string
  /** For a service of one's own that answers alike; null: the service's. */
  readonly address: string | null
}

/** A CAPTCHA that a third party shows and judges: `secret` and the answer go there, and the sender's address. */
export const siteverifyCaptcha = ({ provider, siteKey, secret, address }: Options): Captcha => ({
  ask: async () => ({ provider, siteKey }),
  check: async (token, remoteip) => {
    let said: unknown
    try {
      const response = await fetch(address ?? VERIFY[provider], {
        method: 'POST',
        body: new URLSearchParams({ secret, response: token, remoteip, sitekey: siteKey }),
        redirect: 'error',
        signal: AbortSignal.timeout(ANSWERS_WITHIN_MS),
      })
      if (!response.ok) throw new Error(`${provider} answered ${response.status}`)
      said = await response.json()
    } catch {
      throw cannotSay()
    }
    const judged = answer.safeParse(said)
    if (!judged.success) throw cannotSay()
    return judged.data.success ? `${provider} ${token}` : null
  },
})
