import type { AccountHandled } from '@pathlight/domain/standing/events.ts'
import type { AskedClosingJob } from '@pathlight/identity/account-jobs.ts'
import { UNTIL_DONE } from '@pathlight/jobs/jobs.ts'
import type { Reaction } from './reaction.ts'

/**
 * When an admin schedules a closing, adds a job that waits until the scheduled time. If the event is read again, its
 * job is added again only if the job was lost. The job reads the log, because the closing may have been stopped.
 */
export const closeAsAsked: Reaction<AskedClosingJob> = {
  name: 'close_as_asked',
  on: 'AccountHandled' satisfies AccountHandled['type'],
  job: 'asked-closing',
  withinMs: Number.POSITIVE_INFINITY,
  attempts: UNTIL_DONE,
  toJob: ({ data }) => {
    const { userId, act, closesAt } = data as AccountHandled['data']
    if (act !== 'ask-closing' || closesAt === null) return null
    return { data: { userId, closesAt }, delayMs: Math.max(0, Date.parse(closesAt) - Date.now()) }
  },
}
