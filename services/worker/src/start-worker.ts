import type { EventLog } from '@pathlight/event-log/event-log.ts'
import type { PlainFeed } from '@pathlight/event-log/sealed.ts'
import type {
  AskedClosingJob,
  EmailLinkMailJob,
  ImportDataJob,
  InvitationMailJob,
  NoticeMailJob,
  ResetMailJob,
  TestMailJob,
} from '@pathlight/identity/account-jobs.ts'
import type { DataKeys } from '@pathlight/identity/data-keys.ts'
import type { Identity } from '@pathlight/identity/identity.ts'
import type { IdentityArchive } from '@pathlight/identity/identity-archive.ts'
import type { Handlers, Jobs } from '@pathlight/jobs/jobs.ts'
import type { CheckpointStore } from '@pathlight/read-models/checkpoints.ts'
import type { ArchiveJob } from '@pathlight/runtime/archive-job.ts'
import type { KeptMessages } from '@pathlight/runtime/kept-messages.ts'
import { sendEmailLink, sendNotice } from './account-mail.ts'
import { type AdminMailJobs, sendActMail, sendLookMail, tellOfActs, tellOfLooks } from './admin-mail.ts'
import { closeAsAsked } from './asked-closing.ts'
import { type CloseAccountJob, closeAccount, closeClosedAccounts } from './close-account.ts'
import type { ClosedAccounts } from './closed-accounts.ts'
import { type ContactMailJob, sendContactMail } from './contact-mail.ts'
import { sendInvitation } from './invitation-mail.ts'
import type { Mailer } from './mail.ts'
import type { Reaction, ReactionContext } from './reaction.ts'
import { runReactions } from './reaction.ts'
import { sendResetMail } from './reset-mail.ts'
import { sendTestMail } from './test-mail.ts'
import type { WelcomeMailJob } from './welcome-mail.ts'
import { sendWelcomeMail, welcomeNewcomers } from './welcome-mail.ts'

const HOUR_MS = 60 * 60 * 1000

/** All jobs, with their data. */
export type WorkerJobs = WelcomeMailJob &
  ResetMailJob &
  EmailLinkMailJob &
  NoticeMailJob &
  InvitationMailJob &
  TestMailJob &
  ImportDataJob &
  CloseAccountJob &
  AskedClosingJob &
  AdminMailJobs &
  ArchiveJob &
  ContactMailJob & {
    'sweep-identity': Record<string, never>
    'renew-keys': Record<string, never>
  }

/** All reactions. */
const REACTIONS: readonly Reaction<WorkerJobs>[] = [
  welcomeNewcomers,
  closeClosedAccounts,
  closeAsAsked,
  tellOfActs,
  tellOfLooks,
]

export type WorkerOptions = {
  readonly log: PlainFeed
  /** The sealed log, with the reasons that mails about acts of admins quote. */
  readonly reasons: Pick<EventLog, 'readEnds'>
  readonly checkpoints: CheckpointStore
  readonly identity: Identity
  readonly archives: Pick<IdentityArchive, 'noteMailTest'>
  readonly dataKeys: Pick<DataKeys, 'renewWhenDue'>
  readonly jobs: Jobs<WorkerJobs>
  /** Imports a file. The command service implements it. */
  readonly importData: Handlers<ImportDataJob>['import-data']
  /** Closes an account. The command service implements it. */
  readonly closeWhenDue: Handlers<AskedClosingJob>['asked-closing']
  /** Writes the archive of a schedule. It reads all stores. */
  readonly writeArchive: Handlers<ArchiveJob>['write-archive']
  /** Sends the mails; null: no mail is sent. */
  readonly mailer: Mailer | null
  /** The address for messages of the contact form; null: messages are kept as files. */
  readonly contactEmail: string | null
  readonly kept: KeptMessages
  readonly closedAccounts: ClosedAccounts
  /** The address people use, without a slash at its end. */
  readonly publicUrl: string
  readonly tellOperator: (line: string) => void
  readonly logger: ReactionContext<WorkerJobs>['logger']
  readonly signal: AbortSignal
}

/** Starts the reactions (event → job) and the jobs. `done` resolves when the signal has stopped the reactions. */
export const startWorker = async (options: WorkerOptions): Promise<{ done: Promise<void> }> => {
  const { identity, dataKeys, jobs } = options
  // An older program scheduled this job. The operator's command (npm run audit -- verify) has replaced the job.
  await jobs.stopEvery('verify-log')
  await jobs.work({
    'welcome-mail': sendWelcomeMail(options),
    'reset-mail': sendResetMail(options),
    'email-link-mail': sendEmailLink(options),
    'notice-mail': sendNotice(options),
    'invitation-mail': sendInvitation(options),
    'test-mail': sendTestMail(options),
    'close-account': closeAccount(options),
    'contact-mail': sendContactMail(options),
    'import-data': options.importData,
    'asked-closing': options.closeWhenDue,
    'act-mail': sendActMail(options),
    'look-mail': sendLookMail(options),
    'sweep-identity': async () => {
      await identity.sweep()
    },
    'renew-keys': async (_, { signal }) => {
      await dataKeys.renewWhenDue({ signal }).catch((error: unknown) => {
        // The next job does the rest.
        if (!signal.aborted) throw error
      })
    },
    'write-archive': options.writeArchive,
  })
  await jobs.every('sweep-identity', 'sweep-identity', {}, HOUR_MS)
  // A machine that runs for minutes a day may never reach a scheduled time, so this job also runs at the start.
  await jobs.every('renew-keys', 'renew-keys', {}, HOUR_MS)
  await jobs.add('renew-keys', {}, { forget: true })
  return { done: runReactions<WorkerJobs>(REACTIONS, options) }
}
