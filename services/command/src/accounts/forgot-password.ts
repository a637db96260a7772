import { accountMessage } from '@pathlight/contracts/account-care.ts'
import { forgotPasswordBody } from '@pathlight/contracts/accounts.ts'
import { idempotencyKey } from '@pathlight/http/conditional.ts'
import { byAddress, rateLimited } from '@pathlight/http/rate-limit.ts'
import type { App } from '@pathlight/http/server.ts'
import { nameKey } from '@pathlight/identity/name-key.ts'
import type { CommandDependencies } from '../dependencies.ts'
import { nameBasedId } from '../event-id.ts'
import { NO_MAIL } from './no-mail.ts'

const HOUR_MS = 60 * 60 * 1000

/**
 * Mails a link to set a new password. Known and unknown addresses get the same answer after the same time, and a job is
 * added for both. The job has the person's id (null if no mail is due), but neither a token nor the address that the
 * client sent.
 */
export const forgotPassword = (app: App, url: string, { identity, jobs, sessions, sendsMail }: CommandDependencies) => {
  const limitAddress = rateLimited(app, { name: 'forgot', max: 30, windowMs: HOUR_MS, key: byAddress })
  app.post(
    url,
    {
      config: { problemField: 'error' },
      schema: {
        summary: 'Ask for a link to a new password',
        body: forgotPasswordBody,
        response: { 200: accountMessage },
      },
    },
    async (request) => {
      const { email } = request.body
      const from = sessions.originOf(request)
      // A device that the account knows is not limited by network address. So other people behind the same address
      // cannot block the owner.
      const isKnownDevice = from.deviceToken !== null && (await identity.knowsDevice(email, from.deviceToken))
      if (!isKnownDevice) await limitAddress(request)
      const key = idempotencyKey(request)
      const userId = await identity.askPasswordReset(email, from, key)
      // A client that lost the answer repeats the request. The job's id makes sure that there is one mail.
      await jobs.add(
        'reset-mail',
        { userId },
        {
          correlationId: request.correlationId,
          // Ten attempts take about nine minutes. A mailed link is valid for ten minutes, and each attempt makes a new
          // link.
          attempts: 10,
          ...(key !== null && { id: nameBasedId('reset-mail', key, nameKey(email)) }),
        },
      )
      return sendsMail ? { message: 'Password reset link sent! Please check your email.' } : NO_MAIL
    },
  )
}
