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
 * Mails a link to a new password. Known and unknown emails are answered alike: there is a job for both, and identity takes the same time
 * for both. The job has the person's id and never the address that the client sent, which may belong to a stranger. The job has no
 * token, either.
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
      // As at log-in, a device that the account knows is not limited, so others behind the same address cannot block its owner.
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
          // About nine minutes: a link in the mail lives ten, and each try makes a new one.
          attempts: 10,
          ...(key !== null && { id: nameBasedId('reset-mail', key, nameKey(email)) }),
        },
      )
      return sendsMail ? { message: 'Password reset link sent! Please check your email.' } : NO_MAIL
    },
  )
}
