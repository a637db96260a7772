import type { EventLog } from '@pathlight/event-log/event-log.ts'
import type { Sessions } from '@pathlight/http/session.ts'
import type { AskedClosingJob } from '@pathlight/identity/account-jobs.ts'
import type { Identity } from '@pathlight/identity/identity.ts'
import { type Jobs, UNTIL_DONE } from '@pathlight/jobs/jobs.ts'
import { standingOf } from '../standing-of.ts'
import { endAccount } from './end-account.ts'

/**
 * A job that comes too early by at most this many milliseconds counts as on time, because the clocks of two machines
 * differ.
 */
const EARLY_MS = 60_000

/**
 * The job that closes an account at the time that an admin has set. The job reads the log first, because the person or
 * an admin may have stopped the closing. Each step can be repeated.
 */
export const closeWhenDue =
  ({
    log,
    identity,
    sessions,
    jobs,
    now = () => new Date(),
  }: {
    readonly log: EventLog
    readonly identity: Pick<Identity, 'endSessionsOfClosed'>
    readonly sessions: Pick<Sessions, 'forgetAll'>
    readonly jobs: Pick<Jobs<AskedClosingJob>, 'add'>
    readonly now?: () => Date
  }) =>
  async (
    { userId, closesAt }: AskedClosingJob['asked-closing'],
    { correlationId }: { readonly correlationId: string | null },
  ): Promise<void> => {
    const { closing } = await standingOf(log, userId)
    if (closing === null || closing.at !== closesAt) return
    const delayMs = Date.parse(closesAt) - now().getTime()
    // A job comes too early if the clock was set back, or if the queue delivered the job before its time. The job is
    // then scheduled again.
    if (delayMs > EARLY_MS) return jobs.add('asked-closing', { userId, closesAt }, { delayMs, attempts: UNTIL_DONE })
    await endAccount(
      { log, identity, sessions },
      { userId, actorId: closing.by, deviceId: null, correlationId: correlationId ?? 'asked-closing' },
    )
  }
