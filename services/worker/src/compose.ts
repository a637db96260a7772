import { join } from 'node:path'
import { BACKUP_DAYS } from '@pathlight/contracts/system-rules.ts'
import { UNTIL_DONE } from '@pathlight/jobs/jobs.ts'
import type { Stores } from '@pathlight/runtime/engines.ts'
import { lacksBackup } from '@pathlight/runtime/is-backed-up.ts'
import type { Process } from '@pathlight/runtime/process.ts'
import type { Serving } from '@pathlight/runtime/serving.ts'
import { planArchive } from './archive/planned-archives.ts'
import { closeAgain, closedAccountsIn } from './closed-accounts.ts'
import type { WorkerDependencies, WorkerJobs } from './dependencies.ts'
import { senderHint, smtpMailer } from './mail.ts'
import { startWorker } from './start-worker.ts'

const NO_ARCHIVE = `No archive was written in the last ${BACKUP_DAYS} days: npm run archive -- write --every 24h --keep 7 has one written each day.`

/** When the first event happened; null in an empty log. */
const begunAt = async (log: Stores['log']): Promise<string | null> => {
  for await (const { events } of log.batches({ after: 0n, size: 1, live: false, alsoUnreadable: true }))
    if (events[0]) return events[0].metadata.occurredAt
  return null
}

/** Whether an archive should exist by now and does not. False if a store does not answer. */
const lacksArchive = async ({ archives, log }: Pick<Stores, 'archives' | 'log'>): Promise<boolean> => {
  const [written, begun] = await Promise.all([archives.lastWritten(), begunAt(log)]).catch(() => [null, null] as const)
  return lacksBackup(written, begun, Date.now())
}

const closedAccountsOf = ({ config, dataDir }: Pick<Process, 'config' | 'dataDir'>) =>
  closedAccountsIn(config.CLOSED_ACCOUNTS ?? join(dataDir, 'closed-accounts.txt'))

/**
 * Closes the accounts again that the restore of an older backup has reopened. Call this before the app answers its
 * first request. `closeInLog` appends the event. The worker does the later steps.
 */
export const closeAgainAtStart = async (
  process: Process<WorkerJobs>,
  closeInLog: (log: Stores['log'], writer: ClosingWriter) => Promise<void>,
): Promise<void> => {
  const { log, identity, jobs } = process.stores
  await closeAgain(identity, closedAccountsOf(process), async (userId) => {
    await closeInLog(log, { userId, actorId: userId, deviceId: null, correlationId: 'closed-accounts' })
    await jobs.add('close-account', { userId }, { attempts: UNTIL_DONE })
  })
}
type ClosingWriter = {
  readonly userId: string
  readonly actorId: string
  readonly deviceId: string | null
  readonly correlationId: string
}

/** The jobs that other services implement. */
export type OthersJobs = Pick<WorkerDependencies, 'importData' | 'closeWhenDue'>

/** Starts the worker once the server listens. `address`: the app's public address. */
export const beginWork =
  (serving: Serving<WorkerJobs>, others: OthersJobs) =>
  async (address: string): Promise<void> => {
    const { config, dataDir, stores, kept, logger, say, lifecycle } = serving
    const { SMTP_URL, MAIL_FROM, CONTACT_EMAIL = null } = config
    const mailer = SMTP_URL === undefined ? null : smtpMailer({ url: SMTP_URL, from: MAIL_FROM })
    if (mailer) lifecycle.onStop('mail', () => mailer.close())
    const worker = await startWorker({
      ...stores,
      ...others,
      writeArchive: planArchive(stores, dataDir),
      log: stores.plainFeed,
      reasons: stores.log,
      storedLog: stores.storedLog,
      checkpoints: stores.readModels,
      mailer,
      contactEmail: CONTACT_EMAIL,
      kept,
      closedAccounts: closedAccountsOf(serving),
      publicUrl: address,
      tellOperator: say,
      logger,
      signal: lifecycle.signal,
    })
    lifecycle.onStop('the worker', () => worker.done)
    const hint = senderHint(SMTP_URL, MAIL_FROM)
    if (hint !== null) say(hint)
    if (await lacksArchive(stores)) say(NO_ARCHIVE)
    const code = await stores.identity.firstAdminCode()
    if (code !== null)
      say(
        `Nobody has an account here yet. Who signs up first by this link administers this Pathlight: ${address}/signup?invitation=${code}`,
      )
  }
