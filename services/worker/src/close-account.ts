import type { AccountClosed } from '@pathlight/domain/accounts/events.ts'
import { EpochKeyMissing } from '@pathlight/identity/data-keys.ts'
import { type JobContext, UNTIL_DONE } from '@pathlight/jobs/jobs.ts'
import { accountClosedLetter } from './account-letters.ts'
import type { CloseAccountJob, WorkerDependencies } from './dependencies.ts'
import { writeLetter } from './letter.ts'
import type { Reaction } from './reaction.ts'

/** When an account is closed, adds a job that deletes the rest of its data, even if the event is old. */
export const closeClosedAccounts: Reaction<CloseAccountJob> = {
  name: 'close_accounts',
  on: 'AccountClosed' satisfies AccountClosed['type'],
  job: 'close-account',
  withinMs: Number.POSITIVE_INFINITY,
  attempts: UNTIL_DONE,
}

const TRIES_WITH_MAIL = 3

/**
 * The steps after AccountClosed. Each can be repeated, and a killed job starts again. First the id goes into the
 * separate list of closed accounts. Then the last mail is sent; if that fails, the deletion goes on. Only the job's
 * first tries send the mail, because the deletion may fail for hours. An account whose key cannot be opened gets no
 * mail. Then identity deletes everything but the id, and destroys the key.
 */
export const closeAccount =
  ({ identity, mailer, publicUrl, closedAccounts, logger }: WorkerDependencies) =>
  async ({ userId }: CloseAccountJob['close-account'], { attempt }: Pick<JobContext, 'attempt'>): Promise<void> => {
    await closedAccounts.add(userId)
    const user = await identity.findUser(userId).catch((error: unknown) => {
      if (error instanceof EpochKeyMissing) return null
      throw error
    })
    if (user !== null && mailer !== null && attempt <= TRIES_WITH_MAIL)
      await mailer
        .send({ to: user.email, ...writeLetter(accountClosedLetter(user, publicUrl)) })
        .catch((error: unknown) => logger.warn({ err: error }, 'the last mail of a closed account could not be sent'))
    await identity.closeUser(userId)
  }
