import { account } from '@pathlight/domain/accounts/account.ts'
import { accountStream } from '@pathlight/domain/accounts/events.ts'
import type { EventLog } from '@pathlight/event-log/event-log.ts'
import { handleCommand } from '../handle-command.ts'

/**
 * Appends the account's first event. A repeated call appends nothing. Sign-up calls it, and every log-in, which completes a sign-up that
 * was interrupted between identity and the log. The command has no idempotency key: with a fixed key every later log-in would get the
 * first one's answer, even after the account was closed. Throws RuleBroken (account_closed).
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
