import { account } from '@pathlight/domain/accounts/account.ts'
import { accountStream } from '@pathlight/domain/accounts/events.ts'
import type { EventLog } from '@pathlight/event-log/event-log.ts'
import { handleCommand } from '../handle-command.ts'

/**
 * Appends the account's first event. A repeated call appends nothing. Each log-in calls this function too, so it
 * completes a sign-up that was interrupted before this event. The command has no idempotency key: under a fixed key, a
 * log-in to a closed account would get the first answer again. Throws RuleBroken (account_closed).
 */
export const openAccount = (log: EventLog, userId: string, correlationId: string) =>
  handleCommand(
    log,
    account,
    accountStream(userId),
    {
      userId,
      actorId: userId,
      deviceId: null,
      correlationId,
      idempotencyKey: null,
      ifMatch: null,
      quota: null,
    },
    { type: 'OpenAccount', data: { userId } },
  )
