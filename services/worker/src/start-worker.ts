import type { PlainFeed } from '@pathlight/event-log/sealed.ts'
import type { Identity } from '@pathlight/identity/identity.ts'
import type { ResetMailJob } from '@pathlight/identity/reset-mail-job.ts'
import type { Jobs } from '@pathlight/jobs/jobs.ts'
import type { CheckpointStore } from '@pathlight/read-models/checkpoints.ts'
import { type ContactMailJob, sendContactMail } from './contact-mail.ts'
import type { KeptMessages } from './kept-messages.ts'
import type { Mailer } from './mail.ts'
import type { ReactionContext } from './reaction.ts'
import { runReaction } from './reaction.ts'
import { sendResetMail } from './reset-mail.ts'
import type { WelcomeMailJob } from './welcome-mail.ts'
import { sendWelcomeMail, welcomeNewcomers } from './welcome-mail.ts'

const HOUR_MS = 60 * 60 * 1000

/** Every job there is, with the data it carries. */
export type WorkerJobs = WelcomeMailJob & ResetMailJob & ContactMailJob & { 'sweep-identity': Record<string, never> }

export type WorkerOptions = {
  readonly log: PlainFeed
  readonly checkpoints: CheckpointStore
  readonly identity: Identity
  readonly jobs: Jobs<WorkerJobs>
  /** Null: no mail is sent. */
  readonly mailer: Mailer | null
  /** Who gets what people send by the contact form; null: it is kept as files. */
  readonly contactEmail: string | null
  readonly kept: KeptMessages
  /** The address people use, without a slash at its end. */
  readonly publicUrl: string
  readonly tellOperator: (line: string) => void
  readonly logger: ReactionContext<WorkerJobs>['logger']
  readonly signal: AbortSignal
}

/** Starts the reactions (event → job) and the jobs. `done` resolves when the signal has stopped the reactions. */
export const startWorker = async (options: WorkerOptions): Promise<{ done: Promise<void> }> => {
  const { identity, jobs } = options
  await jobs.work({
    'welcome-mail': sendWelcomeMail(options),
    'reset-mail': sendResetMail(options),
    'contact-mail': sendContactMail(options),
    'sweep-identity': async () => {
      await identity.sweep()
    },
  })
  await jobs.every('sweep-identity', 'sweep-identity', {}, HOUR_MS)
  return { done: runReaction<WorkerJobs>(welcomeNewcomers, options) }
}
