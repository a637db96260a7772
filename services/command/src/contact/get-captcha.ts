import { contactCaptcha } from '@pathlight/contracts/contact.ts'
import type { App } from '@pathlight/http/server.ts'
import type { CommandDependencies } from '../dependencies.ts'

/** Returns the challenge that a sender must solve before sending a message. */
export const getCaptcha = (app: App, url: string, { captcha }: CommandDependencies) =>
  app.get(url, { schema: { summary: 'A CAPTCHA to solve', response: { 200: contactCaptcha } } }, async () =>
    captcha.ask(),
  )
