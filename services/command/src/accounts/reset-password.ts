import { resetPasswordBody, resetPasswordParams } from '@pathlight/contracts/accounts.ts'
import { idempotencyKey } from '@pathlight/http/conditional.ts'
import { HttpProblem } from '@pathlight/http/problem.ts'
import { byAddress, refusalsLimited } from '@pathlight/http/rate-limit.ts'
import type { App } from '@pathlight/http/server.ts'
import { z } from 'zod'
import type { CommandDependencies } from '../dependencies.ts'
import { nameBasedId } from '../event-id.ts'
import { recordAccountChange } from '../record-account-change.ts'

const HOUR_MS = 60 * 60 * 1000

/** Sets a new password by the mailed link, and ends all sessions and tokens of that person, who gets a mail. */
export const resetPassword = (app: App, url: string, { identity, log, sessions, jobs }: CommandDependencies) =>
  app.post(
    url,
    {
      config: { problemField: 'error' },
      ...refusalsLimited(app, { name: 'reset', max: 30, windowMs: HOUR_MS, key: byAddress }).hooks,
      schema: {
        summary: 'Set a new password',
        params: resetPasswordParams,
        body: resetPasswordBody,
        response: { 200: z.object({ message: z.string() }) },
      },
    },
    async (request, reply) => {
      const { token } = request.params
      const done = await identity.finishPasswordReset(
        token,
        request.body.password,
        sessions.originOf(request),
        idempotencyKey(request),
      )
      sessions.forgetAll()
      if (done === null)
        throw new HttpProblem(
          400,
          'reset_link_spent',
          'This link has expired or was already used. Please ask for a new one.',
        )
      // Whoever gets the mail is the owner. The account now knows this device, so guesses on other devices cannot lock
      // the owner out.
      sessions.keepDevice(request, reply, done.deviceToken)
      const { userId } = done
      // One mail and one event for each link: a client that lost the answer may send the request again.
      const once = nameBasedId('password-reset', token)
      await jobs.add('notice-mail', { userId, notice: 'password-changed' }, { id: once })
      await recordAccountChange(log, request, { userId, session: null, change: 'password-reset', once })
      return { message: 'Password has been reset successfully!' }
    },
  )
