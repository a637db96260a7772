import { type AccountClosed, accountStream } from '@pathlight/domain/accounts/events.ts'
import { type AccountHandled, standingStream } from '@pathlight/domain/standing/events.ts'
import { UNTIL_DONE } from '@pathlight/jobs/jobs.ts'
import type { WorkerDependencies } from './dependencies.ts'

/**
 * Adds a job for each open account that should be closed by now: its closing is in the log, or the time that an admin
 * set is past. The reactions have added these jobs already, but the store of jobs may have lost them. Reads the last
 * event of at most two streams an account.
 */
export const addUnfinishedClosings = async (
  {
    identity,
    storedLog,
    jobs,
  }: {
    readonly identity: Pick<WorkerDependencies['identity'], 'openAccounts'>
    readonly storedLog: WorkerDependencies['storedLog']
    readonly jobs: Pick<WorkerDependencies['jobs'], 'add'>
  },
  signal: AbortSignal,
): Promise<void> => {
  const lastOf = async (stream: string) => (await storedLog.readEnds(stream)).events.at(-1)
  for await (const userIds of identity.openAccounts())
    for (const userId of userIds) {
      if (signal.aborted) return
      // A done job is forgotten, so that it does not keep a later job with the same id away.
      const once = { id: `closing ${userId}`, attempts: UNTIL_DONE, forget: true }
      const isClosed = (await lastOf(accountStream(userId)))?.type === ('AccountClosed' satisfies AccountClosed['type'])
      if (isClosed) {
        await jobs.add('close-account', { userId }, once)
        continue
      }
      const handled = (await lastOf(standingStream(userId))) as AccountHandled | undefined
      const closesAt = handled?.data.closesAt ?? null
      if (closesAt !== null && Date.parse(closesAt) <= Date.now())
        await jobs.add('asked-closing', { userId, closesAt }, once)
    }
}
