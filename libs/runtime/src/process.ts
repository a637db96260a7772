import type { Bible } from '@pathlight/bible-library/open-bible.ts'
import type { Logger } from '@pathlight/http/logger.ts'
import type { JobTypes } from '@pathlight/jobs/jobs.ts'
import type { Config } from './config.ts'
import type { AnyJobs, Stores } from './engines.ts'
import type { KeptMessages } from './kept-messages.ts'
import type { Lifecycle } from './lifecycle.ts'

/** What every process of Pathlight has open before it is composed. `J`: the jobs that it adds and does. */
export type Process<J extends JobTypes = AnyJobs> = {
  /** The service that this process is; null: it is everything. */
  readonly name: string | null
  readonly config: Config
  /** An absolute path. */
  readonly dataDir: string
  readonly stores: Stores<J>
  readonly bible: Bible
  /** Messages of the contact form that were not mailed. */
  readonly kept: KeptMessages
  /** Whether mails are sent; else links that should be mailed are in the log of the operator. */
  readonly sendsMail: boolean
  readonly logger: Logger
  /** A line for the person who started it. */
  readonly say: (line: string) => void
  readonly lifecycle: Lifecycle
}
