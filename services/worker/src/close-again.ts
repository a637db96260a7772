import type { Identity } from '@pathlight/identity/identity.ts'
import type { ClosedAccounts } from './closed-accounts.ts'

/**
 * Closes the accounts of the list that the stores still have: they come from a backup that is older than the closing. Answers how many.
 * `close`: closes one in the log and does, or has done, what follows from that.
 */
export const closeAgain = async (
  identity: Pick<Identity, 'findUser'>,
  closedAccounts: ClosedAccounts,
  close: (userId: string) => Promise<void>,
): Promise<number> => {
  let closed = 0
  for (const userId of await closedAccounts.all()) {
    if ((await identity.findUser(userId)) === null) continue
    await close(userId)
    closed += 1
  }
  return closed
}
