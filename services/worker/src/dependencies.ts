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
import type { ClosedAccounts } from './closed-accounts.ts'
import type { ContactMailJob } from './contact-mail.ts'
import type { Mailer } from './mail.ts'
import type { ReactionContext } from './reaction.ts'

export type WelcomeMailJob = { 'welcome-mail': { userId: string } }
export type CloseAccountJob = { 'close-account': { userId: string } }
/** Both jobs name an event without its words. `userId`: the receiver; null: all people who want such mails. */
export type AdminMailJobs = {
  'act-mail': { userId: string; revision: number }
  'look-mail': { adminId: string; revision: number; userId: string | null }
}

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

/** The stores and functions that reactions and jobs use. Each names those that it uses. */
export type WorkerDependencies = {
  readonly log: PlainFeed
  /** The log that opens sealed fields. A mail about an admin's act quotes the reason, which is sealed. */
  readonly reasons: Pick<EventLog, 'readEnds'>
  /** The log that leaves sealed fields as they are stored, for facts that are not sealed. */
  readonly storedLog: Pick<EventLog, 'readEnds'>
  readonly checkpoints: CheckpointStore
  readonly identity: Identity
  readonly archives: Pick<IdentityArchive, 'noteMailTest'>
  readonly dataKeys: Pick<DataKeys, 'renewWhenDue'>
  readonly jobs: Jobs<WorkerJobs>
  /** Imports a file. The command service implements this job. */
  readonly importData: Handlers<ImportDataJob>['import-data']
  /** Closes an account. The command service implements this job. */
  readonly closeWhenDue: Handlers<AskedClosingJob>['asked-closing']
  /** Writes an archive of all stores, by the schedule or when an admin asks for it. */
  readonly writeArchive: Handlers<ArchiveJob>['write-archive']
  /** Sends the mails; null: no mail is sent. */
  readonly mailer: Mailer | null
  /** The address for messages of the contact form; null: messages are written to files. */
  readonly contactEmail: string | null
  readonly kept: KeptMessages
  readonly closedAccounts: ClosedAccounts
  /** The app's public address, without a slash at its end. */
  readonly publicUrl: string
  readonly tellOperator: (line: string) => void
  readonly logger: ReactionContext<WorkerJobs>['logger']
  readonly signal: AbortSignal
}
