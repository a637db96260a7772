import type { AccountChange } from '@pathlight/contracts/account-act-rules.ts'
import { account } from '@pathlight/domain/accounts/account.ts'
import { accountStream } from '@pathlight/domain/accounts/events.ts'
import type { EventLog } from '@pathlight/event-log/event-log.ts'
import { signedIn } from '@pathlight/http/session.ts'
import type { Session } from '@pathlight/identity/identity.ts'
import type { FastifyRequest } from 'fastify'
import { handleCommand } from './handle-command.ts'

/**
 * Appends the event that an account was changed, without the old and the new value. `session` null: the request has no
 * session, and the event names no device. `once`: a name of the change, so that a repeat appends nothing. The request's
 * Idempotency-Key is ignored, because under a used key a thief's change would have no event. `mail` adds the job of the
 * mail that tells the person. The job is added before the event, because the log may refuse the event when there are
 * many changes at once, and the person must still be told. If the job cannot be added, the event is appended
 * nevertheless, because the change has already been made. Throws RuleBroken (account_closed).
 */
export const recordAccountChange = async (
  log: EventLog,
  request: FastifyRequest,
  {
    userId,
    session,
    change,
    once = null,
    mail,
  }: {
    userId: string
    session: Session | null
    change: AccountChange
    once?: string | null
    mail?: () => Promise<unknown>
  },
) => {
  await mail?.().catch((err: unknown) => request.log.error({ err }, `The mail about ${change} was not added`))
  return handleCommand(
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
}

/** Appends an event that the signed-in person exports all their data. */
export const recordExport = (log: EventLog) => (request: FastifyRequest) => {
  const session = signedIn(request)
  return recordAccountChange(log, request, { userId: session.userId, session, change: 'data-exported' })
}
