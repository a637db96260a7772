import { account } from '@pathlight/domain/accounts/account.ts'
import { accountStream } from '@pathlight/domain/accounts/events.ts'
import type { EventLog } from '@pathlight/event-log/event-log.ts'
import { handleCommand } from '../handle-command.ts'
import type { Writer } from '../writer.ts'

/** Appends the event that closes an account. A repeated call appends nothing. No quota and no revision is checked. */
export const closeInLog = async (
  log: EventLog,
  writer: Pick<Writer, 'userId' | 'actorId' | 'deviceId' | 'correlationId'>,
): Promise<void> => {
  const { userId } = writer
  await handleCommand(
    log,
    account,
    accountStream(userId),
    { ...writer, idempotencyKey: null, ifMatch: null, quota: null },
    { type: 'CloseAccount', data: { userId } },
  )
}
