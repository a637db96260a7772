import { account } from '@pathlight/domain/accounts/account.ts'
import { accountStream } from '@pathlight/domain/accounts/events.ts'
import type { EventLog } from '@pathlight/event-log/event-log.ts'
import { handleCommand } from '../handle-command.ts'

/**
 * Puts the account's first event into the log, once however often it is called. Sign-up calls it, and so does every
 * log-in: this finishes a sign-up that was cut off between identity and the log. It has no key: by a fixed one every
 * later log-in would be answered as the first was, and not hear that the account was closed since. Throws RuleBroken
 * (account_closed).
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
