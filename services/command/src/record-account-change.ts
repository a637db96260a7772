import type { AccountChange } from '@pathlight/contracts/account-act-rules.ts'
import { account } from '@pathlight/domain/accounts/account.ts'
import { accountStream } from '@pathlight/domain/accounts/events.ts'
import type { EventLog } from '@pathlight/event-log/event-log.ts'
import { signedIn } from '@pathlight/http/session.ts'
import type { Session } from '@pathlight/identity/identity.ts'
import type { FastifyRequest } from 'fastify'
import { handleCommand } from './handle-command.ts'

/**
 * Appends an event that an account was changed, without the old and the new value. `session` null: a mailed link made the change, and
 * may have been opened on any device. Throws RuleBroken (account_closed). The request's Idempotency-Key does not count: with a key
 * that was used before, a thief's change would have no event. `once`: what the change is of, if a repeated request may call this again.
 * Call it after the mail that tells of the change has become a job: many changes at once can refuse an event.
 */
export const recordAccountChange = (
  log: EventLog,
  request: FastifyRequest,
  {
    userId,
    session,
    change,
    once = null,
  }: { userId: string; session: Session | null; change: AccountChange; once?: string | null },
) =>
  handleCommand(
    log,
    account,
    accountStream(userId),
    {
      userId,
      actorId: userId,
      deviceId: session?.deviceId ?? null,
      correlationId: request.correlationId,
      idempotencyKey: once,
      ifMatch: null,
      quota: null,
    },
    { type: 'ChangeAccount', data: { userId, change } },
  )

/** Appends an event that the signed-in person exports all their data. */
export const recordExport = (log: EventLog) => (request: FastifyRequest) => {
  const session = signedIn(request)
  return recordAccountChange(log, request, { userId: session.userId, session, change: 'data-exported' })
}
