import { closeInLog } from '@pathlight/command/accounts/close-in-log.ts'
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
    await closeInLog(log, { userId, actorId: userId, deviceId: null, correlationId: 'closed-accounts' })
    await jobs.add('close-account', { userId })
  }
}
