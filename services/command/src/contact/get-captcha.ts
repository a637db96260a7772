import { contactCaptcha } from '@pathlight/contracts/contact.ts'
import type { App } from '@pathlight/http/server.ts'
import type { Captcha } from './captcha.ts'

/** What a sender has to solve before they send a message. */
export const getCaptcha = (app: App, url: string, { captcha }: { captcha: Captcha }) =>
  app.get(
    url,
    // ALTCHA derives a key for each challenge, beside the event loop.
    { schema: { summary: 'A CAPTCHA to solve', response: { 200: contactCaptcha } } },
    async () => captcha.ask(),
  )
