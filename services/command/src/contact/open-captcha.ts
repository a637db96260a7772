import type { CaptchaSettings } from '@pathlight/runtime/captcha-settings.ts'
import { altchaCaptcha } from './altcha-captcha.ts'
import type { Captcha } from './captcha.ts'
import { siteverifyCaptcha } from './siteverify-captcha.ts'

/** Opens the CAPTCHA that the settings name. `secret` must be the same in all processes of an installation. */
export const openCaptcha = (settings: CaptchaSettings, secret: Uint8Array): Captcha => {
  const { CAPTCHA, CAPTCHA_SITE_KEY = '', CAPTCHA_SECRET = '', CAPTCHA_URL = null } = settings
  if (CAPTCHA === 'altcha') return altchaCaptcha({ secret })
  return siteverifyCaptcha({
    provider: CAPTCHA,
    siteKey: CAPTCHA_SITE_KEY,
    secret: CAPTCHA_SECRET,
    address: CAPTCHA_URL,
  })
}
