/**
 * Services that show their own challenge, as their documentation says (seen in 2026). All three speak one protocol: a script puts
 * an object into the page that renders the challenge, and a form tells whether an answer is right.
 */
export const CAPTCHA_SERVICES = {
  turnstile: {
    script: 'https://challenges.cloudflare.com/turnstile/v0/api.js',
    /** What the script calls its object in the page. */
    global: 'turnstile',
    verify: 'https://challenges.cloudflare.com/turnstile/v0/siteverify',
    /** Whence the page has scripts, frames and styles of it, and whom these ask. */
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
