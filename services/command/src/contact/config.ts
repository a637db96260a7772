import { z } from 'zod'
import { altchaCaptcha } from './altcha-captcha.ts'
import type { Captcha } from './captcha.ts'
import { CAPTCHA_SERVICES, siteverifyCaptcha } from './siteverify-captcha.ts'

/** What the contact form reads from the environment. */
export const contactSettings = {
  /** What asks senders for proof that they are people: Pathlight itself (altcha) or a service. */
  CAPTCHA: z
    .enum(['altcha', ...CAPTCHA_SERVICES], `CAPTCHA must be one of: altcha, ${CAPTCHA_SERVICES.join(', ')}`)
    .default('altcha'),
  CAPTCHA_SITE_KEY: z.string().optional(),
  CAPTCHA_SECRET: z.string().optional(),
  CAPTCHA_URL: z
    .url({ protocol: /^https?$/, error: 'CAPTCHA_URL must look like https://captcha.example.org' })
    .optional(),
}

type Settings = z.infer<z.ZodObject<typeof contactSettings>>

/** What is missing for the service that is named, in words; null: nothing. */
export const captchaLacks = ({ CAPTCHA, CAPTCHA_SITE_KEY, CAPTCHA_SECRET }: Settings): string | null => {
  if (CAPTCHA === 'altcha' || (CAPTCHA_SITE_KEY !== undefined && CAPTCHA_SECRET !== undefined)) return null
  return `CAPTCHA=${CAPTCHA} needs CAPTCHA_SITE_KEY and CAPTCHA_SECRET, which the service gives you.`
}

/** The CAPTCHA of these settings. `secret` is the same in every process of an installation. */
export const openCaptcha = (settings: Settings, secret: Uint8Array): Captcha => {
  const { CAPTCHA, CAPTCHA_SITE_KEY = '', CAPTCHA_SECRET = '', CAPTCHA_URL = null } = settings
  if (CAPTCHA === 'altcha') return altchaCaptcha({ secret })
  return siteverifyCaptcha({
    provider: CAPTCHA,
    siteKey: CAPTCHA_SITE_KEY,
    secret: CAPTCHA_SECRET,
    address: CAPTCHA_URL,
  })
}
