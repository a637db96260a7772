import { accountMessage } from '@pathlight/contracts/account-care.ts'
import { forgotPasswordBody } from '@pathlight/contracts/accounts.ts'
import { idempotencyKey } from '@pathlight/http/conditional.ts'
import { byAddress, rateLimited } from '@pathlight/http/rate-limit.ts'
import type { App } from '@pathlight/http/server.ts'
import type { Sessions } from '@pathlight/http/session.ts'
import type { ResetMailJob } from '@pathlight/identity/account-jobs.ts'
import type { Identity } from '@pathlight/identity/identity.ts'
import { nameKey } from '@pathlight/identity/name-key.ts'
import type { Jobs } from '@pathlight/jobs/jobs.ts'
import { nameBasedId } from '../event-id.ts'
import { NO_MAIL } from './no-mail.ts'

const HOUR_MS = 60 * 60 * 1000

/**
 * Asks for a link to a new password. There is a job whether an account has the email or not, and identity takes the
 * same time for both. So known and unknown emails are answered alike. The job names the person, never the address that
 * the client sent: it may belong to a stranger, who did not ask us to keep it. The job holds no token, either.
 */
export const forgotPassword = (
  app: App,
  url: string,
  {
    identity,
    jobs,
    sessions,
    sendsMail,
  }: { identity: Identity; jobs: Pick<Jobs<ResetMailJob>, 'add'>; sessions: Sessions; sendsMail: boolean },
) => {
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
      // As at log-in: others at the same address cannot keep the owner of a known device from asking.
      const known = from.deviceToken !== null && (await identity.knowsDevice(email, from.deviceToken))
      if (!known) await limitAddress(request)
      const key = idempotencyKey(request)
      const userId = await identity.askPasswordReset(email, from, key)
      // After a lost answer the same job is asked for again: one mail.
      await jobs.add(
        'reset-mail',
        { userId },
        {
          correlationId: request.correlationId,
          ...(key !== null && { id: nameBasedId('reset-mail', key, nameKey(email)) }),
        },
      )
      return sendsMail ? { message: 'Password reset link sent! Please check your email.' } : NO_MAIL
    },
  )
}
