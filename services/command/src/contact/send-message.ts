import { randomUUID } from 'node:crypto'
import { CAPTCHA_MISSING, contactBody, contactReply } from '@pathlight/contracts/contact.ts'
import { addressOf } from '@pathlight/http/address.ts'
import { HttpProblem } from '@pathlight/http/problem.ts'
import { inWords, openLimit } from '@pathlight/http/rate-limit.ts'
import type { App } from '@pathlight/http/server.ts'
import type { Identity } from '@pathlight/identity/identity.ts'
import type { Jobs } from '@pathlight/jobs/jobs.ts'
import { type Captcha, SPENT_FOR_MS } from './captcha.ts'

const HOUR_MS = 60 * 60 * 1000
/** The most messages an hour from one network address. */
const MOST_AN_HOUR = 5

/**
 * The worker's job for a message to the operator. The message itself is in the identity store under this id. When all
 * tries of the mail have failed, the worker writes the message to a file.
 */
export type ContactMailJob = { 'contact-mail': { id: string } }

const notSolved = () => new HttpProblem(400, 'captcha_missing', CAPTCHA_MISSING)
const tooMany = (retryAfterMs: number) => {
  const seconds = Math.max(1, Math.ceil(retryAfterMs / 1000))
  const words = `You have sent ${MOST_AN_HOUR} messages within an hour. You can send another in ${inWords(seconds)}.`
  return new HttpProblem(429, 'contact_too_often', words, {
    params: { most: MOST_AN_HOUR, minutes: Math.ceil(seconds / 60) },
    headers: { 'retry-after': String(seconds) },
  })
}

/**
 * Accepts a message from a sender who solved the CAPTCHA. The message is stored, and a job mails it. Each CAPTCHA
 * answer is valid for one message in all processes together.
 */
export const sendMessage = (
  app: App,
  url: string,
  {
    captcha,
    identity,
    jobs,
  }: {
    captcha: Captcha
    identity: Pick<Identity, 'spendOnce' | 'keepMessage'>
    jobs: Pick<Jobs<ContactMailJob>, 'add'>
  },
) => {
  const count = openLimit(app.rateLimitStore, { name: 'contact', max: MOST_AN_HOUR, windowMs: HOUR_MS })
  app.post(
    url,
    {
      config: { problemField: 'reply' },
      schema: {
        summary: 'Send a message to the operator',
        body: contactBody,
        response: { 200: contactReply },
      },
    },
    async (request) => {
      const { captchaToken, ...message } = request.body
      const address = addressOf(request)
      const solved = await captcha.check(captchaToken, request.ip)
      if (solved === null || !(await identity.spendOnce(solved, SPENT_FOR_MS))) throw notSolved()
      const retryAfterMs = await count(address, 1)
      if (retryAfterMs !== null) throw tooMany(retryAfterMs)
      const id = randomUUID()
      const sentAt = new Date().toISOString()
      await identity.keepMessage(id, JSON.stringify({ ...message, sentAt }))
      await jobs.add('contact-mail', { id }, { id, forget: true })
      return { success: true, type: 'success' as const, message: 'Thank you. Your message has been sent.' }
    },
  )
}
