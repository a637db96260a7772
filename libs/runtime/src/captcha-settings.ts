import { CAPTCHA_SERVICE_NAMES } from '@pathlight/contracts/captcha-rules.ts'
import { z } from 'zod'

/** The contact form's settings from the environment. */
export const captchaSettings = {
  /** The CAPTCHA: Pathlight's own (altcha), or a service. */
  CAPTCHA: z
    .enum(['altcha', ...CAPTCHA_SERVICE_NAMES], `CAPTCHA must be one of: altcha, ${CAPTCHA_SERVICE_NAMES.join(', ')}`)
    .default('altcha'),
  CAPTCHA_SITE_KEY: z.string().optional(),
  CAPTCHA_SECRET: z.string().optional(),
  CAPTCHA_URL: z
    .url({ protocol: /^https?$/, error: 'CAPTCHA_URL must look like https://captcha.example.org' })
    .optional(),
}
export type CaptchaSettings = z.infer<z.ZodObject<typeof captchaSettings>>

/** A sentence about the missing settings of the chosen service. Null if none is missing. */
export const captchaLacks = ({ CAPTCHA, CAPTCHA_SITE_KEY, CAPTCHA_SECRET }: CaptchaSettings): string | null => {
  if (CAPTCHA === 'altcha' || (CAPTCHA_SITE_KEY !== undefined && CAPTCHA_SECRET !== undefined)) return null
  return `CAPTCHA=${CAPTCHA} needs CAPTCHA_SITE_KEY and CAPTCHA_SECRET, which the service gives you.`
}
