import type { Bible } from '@pathlight/bible-library/open-bible.ts'
import type { Logger } from '@pathlight/http/logger.ts'
import type { JobTypes } from '@pathlight/jobs/jobs.ts'
import type { Config } from './config.ts'
import type { AnyJobs, Stores } from './engines.ts'
import type { KeptMessages } from './kept-messages.ts'
import type { Lifecycle } from './lifecycle.ts'

/**
 * What every process of Pathlight opens before its service is composed. `J`: the jobs that the service adds and runs.
 */
export type Process<J extends JobTypes = AnyJobs> = {
  /** The service of this process. Null if it runs all services. */
  readonly name: string | null
  readonly config: Config
  /** The data folder as an absolute path. */
  readonly dataDir: string
  readonly stores: Stores<J>
  readonly bible: Bible
  /** Messages of the contact form that were not mailed. */
  readonly kept: KeptMessages
  /** Whether mails are sent. If not, the links of the mails go into the operator's log, except the welcome mail's. */
  readonly sendsMail: boolean
  readonly logger: Logger
  /** Writes a line for the person who started the process. */
  readonly say: (line: string) => void
  readonly lifecycle: Lifecycle
}
