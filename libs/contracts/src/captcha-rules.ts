/**
 * CAPTCHA services, as their documentation of 2026 describes them. Each service's script renders a challenge in the
 * page. The server checks the answer with a POST to `verify`.
 */
export const CAPTCHA_SERVICES = {
  turnstile: {
    script: 'https://challenges.cloudflare.com/turnstile/v0/api.js',
    /** The global variable that the script defines. */
    global: 'turnstile',
    verify: 'https://challenges.cloudflare.com/turnstile/v0/siteverify',
    /** Origins that the Content-Security-Policy must allow for the service's scripts, frames, styles and requests. */
    sources: ['https://challenges.cloudflare.com'],
  },
  hcaptcha: {
    script: 'https://js.hcaptcha.com/1/api.js',
    global: 'hcaptcha',
    verify: 'https://api.hcaptcha.com/siteverify',
    sources: ['https://hcaptcha.com', 'https://*.hcaptcha.com'],
  },
  recaptcha: {
    script: 'https://www.google.com/recaptcha/api.js',
    global: 'grecaptcha',
    verify: 'https://www.google.com/recaptcha/api/siteverify',
    sources: [
      'https://www.google.com/recaptcha/',
      'https://www.gstatic.com/recaptcha/',
      'https://recaptcha.google.com/recaptcha/',
    ],
  },
} as const

export type CaptchaService = keyof typeof CAPTCHA_SERVICES
export const CAPTCHA_SERVICE_NAMES = Object.keys(CAPTCHA_SERVICES) as CaptchaService[]
