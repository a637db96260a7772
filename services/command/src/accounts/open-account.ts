import { account } from '@pathlight/domain/accounts/account.ts'
import { accountStream } from '@pathlight/domain/accounts/events.ts'
import type { EventLog } from '@pathlight/event-log/event-log.ts'
import { handleCommand } from '../handle-command.ts'

/**
 * Puts the account's first event into the log, once however often it is called: sign-up calls it, and every log-in, so
 * that a sign-up that was cut off between identity and the log is finished.
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
      idempotencyKey: 'open-account',
      ifMatch: null,
      quota: null,
    },
    { type: 'OpenAccount', data: { userId } },
  )
