import type { SignUpMode } from '@pathlight/contracts/account-rules.ts'
import type { EventLog } from '@pathlight/event-log/event-log.ts'
import type { Sessions } from '@pathlight/http/session.ts'
import type {
  AskedClosingJob,
  EmailLinkMailJob,
  ImportDataJob,
  InvitationMailJob,
  NoticeMailJob,
  ResetMailJob,
  TestMailJob,
} from '@pathlight/identity/account-jobs.ts'
import type { Identity } from '@pathlight/identity/identity.ts'
import type { IdentityArchive } from '@pathlight/identity/identity-archive.ts'
import type { Jobs } from '@pathlight/jobs/jobs.ts'
import type { ArchiveJob } from '@pathlight/runtime/archive-job.ts'
import type { Provider } from './accounts/oidc/provider.ts'
import type { Admins } from './admins/admins.ts'
import type { Captcha } from './contact/captcha.ts'
import type { ContactMailJob } from './contact/send-message.ts'
import type { Importer } from './import/importer.ts'
import type { Kind } from './kind.ts'
import type { QuotaLimits } from './quota.ts'
import type { TaggedItems } from './tagged-items.ts'
import type { KnownTexts } from './verse-place.ts'

/** The jobs that this service gives to the worker. */
export type CommandJobs = ResetMailJob &
  ContactMailJob &
  EmailLinkMailJob &
  NoticeMailJob &
  ImportDataJob &
  InvitationMailJob &
  TestMailJob &
  ArchiveJob

/** CommandJobs, and the job that a worker delays until an account closes. */
export type CommandWork = CommandJobs & AskedClosingJob

/** The stores and services that the calls use. Each call names those that it uses. */
export type CommandDependencies = {
  readonly kinds: readonly Kind[]
  /** The sealed log: it encrypts personal fields before they leave this process. */
  readonly log: EventLog
  readonly identity: Identity
  readonly sessions: Sessions
  readonly admins: Admins
  readonly captcha: Captcha
  readonly jobs: Pick<
    Jobs<CommandJobs>,
    'add' | 'failedJobs' | 'tryAgain' | 'dismiss' | 'every' | 'stopEvery' | 'schedule'
  >
  readonly archives: Pick<IdentityArchive, 'mailTest' | 'dismissMailTest' | 'lastFolder' | 'noteFolder'>
  readonly limits: QuotaLimits
  /** Whether this server sends mails. If not, their links go into the operator's log, except the welcome mail's. */
  readonly sendsMail: boolean
  readonly signUpMode: SignUpMode
  /** The provider at which people can log in; null: there is none. */
  readonly provider: Provider | null
  /** The public address of the app, without a slash at its end; null: the address of each request. */
  readonly publicUrl: string | null
  readonly importer: Importer
  /** Counts a person's items in the read models, for quotas. */
  readonly countItems: (userId: string) => Promise<number>
  /** Waits until the read models have reached the end of the log; false: they did not reach it in time. */
  readonly catchUp: () => Promise<boolean>
  /** The keys of all tags of a person. */
  readonly tagsOf: (userId: string) => Promise<ReadonlySet<string>>
  readonly taggedItems: TaggedItems
} & KnownTexts
