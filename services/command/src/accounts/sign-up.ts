import { randomUUID } from 'node:crypto'
import { isNameOfNobody } from '@pathlight/contracts/account-rules.ts'
import { INVITATION_OVER, signUpBody, user as userShape } from '@pathlight/contracts/accounts.ts'
import { adminStream } from '@pathlight/domain/admins/events.ts'
import type { EventLog } from '@pathlight/event-log/event-log.ts'
import { idempotencyKey } from '@pathlight/http/conditional.ts'
import { sayPosition } from '@pathlight/http/positions.ts'
import { HttpProblem } from '@pathlight/http/problem.ts'
import { byAddress, rateLimited } from '@pathlight/http/rate-limit.ts'
import type { App } from '@pathlight/http/server.ts'
import type { Taken, User } from '@pathlight/identity/identity.ts'
import type { CommandDependencies } from '../dependencies.ts'
import { nameBasedId } from '../event-id.ts'
import { recordAccountChange } from '../record-account-change.ts'
import { openAccount } from './open-account.ts'
import { userAnswer } from './user-answer.ts'

const HOUR_MS = 60 * 60 * 1000
const IN_USE = { email: 'Email address is already in use.', username: 'Username is already in use.' }

/**
 * Spends one use of the invitation, if the client sent one. Returns whether the invitation let the person in, and
 * whether the account becomes the first admin's. Throws 403 if sign-up is closed or needs a valid invitation, unless
 * the account becomes the first admin's.
 */
const letIn = async (
  { identity, signUpMode }: Pick<CommandDependencies, 'identity' | 'signUpMode'>,
  { id, email, invitation }: { id: string; email: string; invitation: string | undefined },
): Promise<{ readonly isInvited: boolean; readonly isFirstAdmin: boolean }> => {
  const place = invitation === undefined ? null : await identity.takePlace(invitation, id, email)
  if (place === 'first-admin') return { isInvited: false, isFirstAdmin: true }
  if (place === 'guest' && signUpMode !== 'closed') return { isInvited: true, isFirstAdmin: false }
  if (signUpMode === 'closed') {
    await identity.leavePlace(id)
    throw new HttpProblem(403, 'sign_up_closed', 'Sign-up is closed here. Ask whoever runs this Pathlight.')
  }
  if (signUpMode === 'open') return { isInvited: false, isFirstAdmin: false }
  if (place === 'for-another')
    throw new HttpProblem(403, 'invitation_for_another', 'This invitation is for another email address.')
  if (place === 'over') throw new HttpProblem(403, 'invitation_over', INVITATION_OVER)
  throw new HttpProblem(
    403,
    'invitation_needed',
    'Sign-up is by invitation here. Ask whoever runs this Pathlight for one.',
  )
}

const wasRevoked = async (log: EventLog, userId: string): Promise<boolean> =>
  (await log.readEnds(adminStream(userId))).events.at(-1)?.type === 'AdminRevoked'

/**
 * Creates an account and signs in. The account's id is made from the Idempotency-Key, so a repeat with the same key and
 * fields gets the same result as the first request. Without the key or the password a caller only learns that the
 * address or the username is in use.
 */
export const signUp = (app: App, url: string, { identity, log, sessions, admins, signUpMode }: CommandDependencies) =>
  app.post(
    url,
    {
      config: { problemField: 'errors' },
      // The limit is high, because a whole class or congregation may sign up behind one network address.
      preHandler: rateLimited(app, { name: 'sign-up', max: 100, windowMs: HOUR_MS, key: byAddress }),
      schema: { summary: 'Sign up', body: signUpBody, response: { 201: userShape } },
    },
    async (request, reply) => {
      const { email, username, password, language = 'en', invitation } = request.body
      const key = idempotencyKey(request)
      const id = key === null ? randomUUID() : nameBasedId('account', key, email, username)
      /**
       * The account that an earlier request with the same key created. The client lost the earlier answer. Null: there
       * is no such account.
       */
      const earlierAccount = async (): Promise<User | null> => {
        if (key === null || (await identity.findUserByEmail(email))?.id !== id) return null
        const user = await identity.verifyPassword(email, password, sessions.originOf(request))
        // An account with a second step is not signed in here. Its owner takes that step at the log-in.
        return user === null || 'retryAfterMs' in user || user.secondFactor ? null : user
      }
      const { isInvited, isFirstAdmin } = await letIn({ identity, signUpMode }, { id, email, invitation })
      const created = isNameOfNobody(username)
        ? { taken: ['username'] as const }
        : await identity.createUser({ id, email, username, password, language })
      const user = 'taken' in created ? await earlierAccount() : created
      if (user === null) {
        if (invitation !== undefined) await identity.leavePlace(id)
        const taken: Taken = 'taken' in created ? created.taken : []
        // `taken` is empty if an earlier request with the same key created the account, and nobody has its name and
        // address now: the account was closed, or its owner has changed both.
        if (taken.length === 0) throw new HttpProblem(403, 'account_closed', 'This account is closed.')
        const errors = taken.map((field) => IN_USE[field])
        const reasons = taken.map((field) => ({ code: `${field}_taken` }))
        throw new HttpProblem(409, `${taken[0]}_taken`, errors[0] ?? IN_USE.email, { errors, reasons })
      }
      const { position } = await openAccount(log, user.id, request.correlationId)
      const change = 'signed-up-invited'
      if (isInvited) await recordAccountChange(log, request, { userId: id, session: null, change, once: change })
      // The operator may have revoked the role since the first request. A repeat must not grant the role again.
      const becomesAdmin = isFirstAdmin && !(await wasRevoked(log, user.id))
      if (becomesAdmin) await admins.grant(user.id)
      await sessions.start(request, reply, { user, remember: false })
      return sayPosition(reply, position).code(201).send(userAnswer(user, becomesAdmin))
    },
  )
