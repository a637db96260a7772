import type { AccountHandled } from '@pathlight/domain/standing/events.ts'
import type { AskedClosingJob } from '@pathlight/identity/account-jobs.ts'
import type { Reaction } from './reaction.ts'

/**
 * An admin schedules a closing → a job that waits until the scheduled time. If the queue loses the job, the reaction makes it again under
 * the same id. The job reads the log to see whether the account is still to be closed.
 */
export const closeAsAsked: Reaction<AskedClosingJob> = {
  name: 'close_as_asked',
  on: 'AccountHandled' satisfies AccountHandled['type'],
  job: 'asked-closing',
  withinMs: Number.POSITIVE_INFINITY,
  toJob: ({ data }) => {
    const { userId, act, closesAt } = data as AccountHandled['data']
    if (act !== 'ask-closing' || closesAt === null) return null
    return { data: { userId, closesAt }, delayMs: Math.max(0, Date.parse(closesAt) - Date.now()) }
  },
}
