import { randomUUID } from 'node:crypto'
import { isNameOfNobody } from '@pathlight/contracts/account-rules.ts'
import { signUpBody, user as userShape } from '@pathlight/contracts/accounts.ts'
import type { EventLog } from '@pathlight/event-log/event-log.ts'
import { idempotencyKey } from '@pathlight/http/conditional.ts'
import { sayPosition } from '@pathlight/http/positions.ts'
import { HttpProblem } from '@pathlight/http/problem.ts'
import { byAddress, rateLimited } from '@pathlight/http/rate-limit.ts'
import type { App } from '@pathlight/http/server.ts'
import type { Sessions } from '@pathlight/http/session.ts'
import type { Identity, Taken, User } from '@pathlight/identity/identity.ts'
import { nameBasedId } from '../event-id.ts'
import { openAccount } from './open-account.ts'

const HOUR_MS = 60 * 60 * 1000
const IN_USE = { email: 'Email address is already in use.', username: 'Username is already in use.' }

/**
 * Creates an account and signs in. The account's id is made from the Idempotency-Key, so a repeat with the same key and fields gets the
 * same result as the first request. Without the key or the password a caller only learns that the address is in use.
 */
export const signUp = (
  app: App,
  url: string,
  { identity, log, sessions }: { identity: Identity; log: EventLog; sessions: Sessions },
) =>
  app.post(
    url,
    {
      config: { problemField: 'errors' },
      // A whole class or congregation may sign up behind one address.
      preHandler: rateLimited(app, { name: 'sign-up', max: 100, windowMs: HOUR_MS, key: byAddress }),
      schema: { summary: 'Sign up', body: signUpBody, response: { 201: userShape } },
    },
    async (request, reply) => {
      const { email, username, password, language = 'en' } = request.body
      const key = idempotencyKey(request)
      const id = key === null ? randomUUID() : nameBasedId('account', key, email, username)
      /** The account that an earlier request with this key created, whose answer was lost; null when there is none. */
      const earlierAccount = async (): Promise<User | null> => {
        if (key === null || (await identity.findUserByEmail(email))?.id !== id) return null
        const user = await identity.verifyPassword(email, password, sessions.originOf(request))
        return user === null || 'retryAfterMs' in user ? null : user
      }
      const created = isNameOfNobody(username)
        ? { taken: ['username'] as const }
        : await identity.createUser({ id, email, username, password, language })
      const user = 'taken' in created ? await earlierAccount() : created
      if (user === null) {
        const taken: Taken = 'taken' in created ? created.taken : []
        // An earlier request with this key created the account, and it has been closed since.
        if (taken.length === 0) throw new HttpProblem(403, 'account_closed', 'This account is closed.')
        const errors = taken.map((field) => IN_USE[field])
        const reasons = taken.map((field) => ({ code: `${field}_taken` }))
        throw new HttpProblem(409, `${taken[0]}_taken`, errors[0] ?? IN_USE.email, { errors, reasons })
      }
      const { position } = await openAccount(log, user.id, request.correlationId)
      await sessions.start(request, reply, { user, remember: false })
      return sayPosition(reply, position).code(201).send({ id: user.id, username: user.username, email: user.email })
    },
  )
