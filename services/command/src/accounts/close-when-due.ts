import type { EventLog } from '@pathlight/event-log/event-log.ts'
import type { Sessions } from '@pathlight/http/session.ts'
import type { AskedClosingJob } from '@pathlight/identity/account-jobs.ts'
import type { Identity } from '@pathlight/identity/identity.ts'
import type { Jobs } from '@pathlight/jobs/jobs.ts'
import { standingOf } from '../standing-of.ts'
import { endAccount } from './end-account.ts'

/** Clocks of two machines differ: a job that comes so much too early is on time, in milliseconds. */
const EARLY_MS = 60_000

/**
 * The job that closes an account which an admin was asked to close, when its time has come. The log says whether it still is to be
 * closed: the person or an admin may have stopped it. Each step may be repeated. All that follows from the event is the same as when a
 * person closes their account.
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
    // The clock was set back, or the queue was early.
    if (delayMs > EARLY_MS) return jobs.add('asked-closing', { userId, closesAt }, { delayMs })
    await endAccount(
      { log, identity, sessions },
      { userId, actorId: closing.by, deviceId: null, correlationId: correlationId ?? 'asked-closing' },
    )
  }
