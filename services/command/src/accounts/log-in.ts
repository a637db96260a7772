import { logInBody, user as userShape } from '@pathlight/contracts/accounts.ts'
import { HttpProblem } from '@pathlight/http/problem.ts'
import { byAddress, refusalsLimited } from '@pathlight/http/rate-limit.ts'
import type { App } from '@pathlight/http/server.ts'
import type { CommandDependencies } from '../dependencies.ts'
import { tooManyGuesses } from './identity-answers.ts'
import { openAccount } from './open-account.ts'
import { secondStepNeeded } from './second-factor/second-step.ts'
import { userAnswer } from './user-answer.ts'

const QUARTER_HOUR_MS = 15 * 60 * 1000

const wrongCredentials = () => new HttpProblem(401, 'wrong_credentials', 'Invalid email or password.')

/**
 * Logs in on this device, or asks for the second step of an account that has one. A wrong password and an unknown email
 * get the same answer after the same time.
 */
export const logIn = (app: App, url: string, { identity, log, sessions, admins }: CommandDependencies) => {
  const limit = { name: 'log-in', max: 100, windowMs: QUARTER_HOUR_MS, key: byAddress }
  const { hooks, giveBack } = refusalsLimited(app, limit)
  app.post(
    url,
    {
      config: { problemField: 'errors' },
      onResponse: hooks.onResponse,
      schema: { summary: 'Log in', body: logInBody, response: { 200: userShape } },
    },
    async (request, reply) => {
      const { email, password, remember = false } = request.body
      const from = sessions.originOf(request)
      // A device that the account knows is not limited by network address: many people may share the address, and one
      // of them may guess passwords.
      const isKnownDevice = from.deviceToken !== null && (await identity.knowsDevice(email, from.deviceToken))
      if (!isKnownDevice) await hooks.preHandler(request)
      const user = await identity.verifyPassword(email, password, from)
      if (user === null) throw wrongCredentials()
      if ('retryAfterMs' in user) throw tooManyGuesses(user.retryAfterMs)
      await openAccount(log, user.id, request.correlationId)
      if (user.secondFactor) {
        // The password was right, so this request does not count against the limit.
        await giveBack(request)
        throw await secondStepNeeded(identity, user, remember)
      }
      // `start` returns null if the password was changed after the check above.
      if ((await sessions.start(request, reply, { user, remember })) === null) throw wrongCredentials()
      return userAnswer(user, await admins.isAdmin(user.id))
    },
  )
}
