import { handleCommand } from '@pathlight/command/handle-command.ts'
import { account } from '@pathlight/domain/accounts/account.ts'
import { accountStream } from '@pathlight/domain/accounts/events.ts'
import type { ClosedAccounts } from '@pathlight/worker/closed-accounts.ts'
import type { Stores } from './engines.ts'

/**
 * Closes the accounts of the list that the stores still have: they come from a backup that is older than the closing.
 * To be called before the app answers its first request. The worker does the closing itself, as at the first time.
 */
export const closeAgain = async (
  { log, identity, jobs }: Pick<Stores, 'log' | 'identity' | 'jobs'>,
  closedAccounts: ClosedAccounts,
): Promise<void> => {
  for (const userId of await closedAccounts.all()) {
    if ((await identity.findUser(userId)) === null) continue
    const writer = { userId, actorId: userId, deviceId: null, correlationId: 'closed-accounts' }
    await handleCommand(
      log,
      account,
      accountStream(userId),
      { ...writer, idempotencyKey: null, ifMatch: null, quota: null },
      { type: 'CloseAccount', data: { userId } },
    )
    await jobs.add('close-account', { userId })
  }
}
