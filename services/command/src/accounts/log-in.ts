import { logInBody, user as userShape } from '@pathlight/contracts/accounts.ts'
import type { EventLog } from '@pathlight/event-log/event-log.ts'
import { HttpProblem } from '@pathlight/http/problem.ts'
import { byAddress, byEmail, rateLimited } from '@pathlight/http/rate-limit.ts'
import type { App } from '@pathlight/http/server.ts'
import type { Sessions } from '@pathlight/http/session.ts'
import type { Identity } from '@pathlight/identity/identity.ts'
import { openAccount } from './open-account.ts'

const QUARTER_HOUR_MS = 15 * 60 * 1000

const wrongCredentials = () => new HttpProblem(401, 'wrong_credentials', 'Invalid email or password.')

/** Signs in on this device. A wrong password and an unknown email are answered alike, in words and in time. */
export const logIn = (
  app: App,
  url: string,
  { identity, log, sessions }: { identity: Identity; log: EventLog; sessions: Sessions },
) =>
  app.post(
    url,
    {
      config: { problemField: 'errors' },
      preHandler: rateLimited(
        app,
        { name: 'log-in-address', max: 100, windowMs: QUARTER_HOUR_MS, key: byAddress },
        { name: 'log-in-email', max: 20, windowMs: QUARTER_HOUR_MS, key: byEmail },
      ),
      schema: { summary: 'Log in', body: logInBody, response: { 200: userShape } },
    },
    async (request, reply) => {
      const { email, password, remember = false } = request.body
      const user = await identity.verifyPassword(email, password)
      if (user === null) throw wrongCredentials()
      await openAccount(log, user.id, request.id)
      // A new password may have been set since the old one was checked.
      if ((await sessions.start(request, reply, { user, remember })) === null) throw wrongCredentials()
      return { id: user.id, username: user.username, email: user.email }
    },
  )
