import { randomUUID } from 'node:crypto'
import { signUpBody, user as userShape } from '@pathlight/contracts/accounts.ts'
import type { EventLog } from '@pathlight/event-log/event-log.ts'
import { sayPosition } from '@pathlight/http/positions.ts'
import { HttpProblem } from '@pathlight/http/problem.ts'
import { byAddress, rateLimited } from '@pathlight/http/rate-limit.ts'
import type { App } from '@pathlight/http/server.ts'
import type { Sessions } from '@pathlight/http/session.ts'
import type { Identity } from '@pathlight/identity/identity.ts'
import { openAccount } from './open-account.ts'

const HOUR_MS = 60 * 60 * 1000
const IN_USE = { email: 'Email address is already in use.', username: 'Username is already in use.' }

/** Makes an account and signs in. */
export const signUp = (
  app: App,
  url: string,
  { identity, log, sessions }: { identity: Identity; log: EventLog; sessions: Sessions },
) =>
  app.post(
    url,
    {
      config: { problemField: 'errors', cost: 10 },
      // A class or a congregation signs up behind one address.
      preHandler: rateLimited(app, { name: 'sign-up', max: 100, windowMs: HOUR_MS, key: byAddress }),
      schema: { summary: 'Sign up', body: signUpBody, response: { 201: userShape } },
    },
    async (request, reply) => {
      const { email, username, password, language = 'en' } = request.body
      const made = await identity.createUser({ id: randomUUID(), email, username, password, language })
      if ('taken' in made) {
        const errors = made.taken.map((field) => IN_USE[field])
        const reasons = made.taken.map((field) => ({ code: `${field}_taken` }))
        throw new HttpProblem(409, `${made.taken[0]}_taken`, errors[0] ?? IN_USE.email, { errors, reasons })
      }
      const { position } = await openAccount(log, made.id, request.correlationId)
      await sessions.start(request, reply, { user: made, remember: false })
      return sayPosition(reply, position).code(201).send({ id: made.id, username: made.username, email: made.email })
    },
  )
