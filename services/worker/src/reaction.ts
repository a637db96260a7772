import { lastPlace, type Recorded } from '@pathlight/event-log/event-log.ts'
import type { PlainFeed } from '@pathlight/event-log/sealed.ts'
import type { Jobs, JobTypes } from '@pathlight/jobs/jobs.ts'
import { type Checkpoint, type CheckpointStore, openCheckpoint } from '@pathlight/read-models/checkpoints.ts'
import retry from 'p-retry'

/** Tries of a job that an event led to: with pauses that double from a second, for about two hours. */
const TRIES = 14

/**
 * Events of a type become jobs: one job an event, however often it is seen. There is nothing in
 * it that an event could break. What is to be done is the job's. A job is tried again and again. When it fails for good
 * it is kept among the failed ones (see Jobs.failed), while all others go on.
 */
export type Reaction<J extends JobTypes> = {
  /** lower_snake_case; also the name of its checkpoint. */
  readonly name: string
  /** The type of event. Its data are the job's, unless `toJob` says otherwise. */
  readonly on: string
  readonly job: keyof J & string
  /** Older events lead to nothing: a reaction that starts over must not write to all people again. */
  readonly withinMs: number
  /** Makes the job of an event, where that is not its data as they are; null: this one leads to nothing. */
  readonly toJob?: (event: Recorded) => { readonly data: object; readonly delayMs?: number } | null
}

export type ReactionContext<J extends JobTypes> = {
  /** What it reacts to holds nothing personal. */
  readonly log: PlainFeed
  /** Where the checkpoint is kept. */
  readonly checkpoints: CheckpointStore
  readonly jobs: Pick<Jobs<J>, 'add'>
  readonly logger: { warn(fields: object, message: string): void }
  readonly signal: AbortSignal
}

/**
 * Reacts to events in the order of the log until `signal` aborts, and remembers how far it came. What is away is waited for.
 * Never rejects.
 */
export const runReaction = async <J extends JobTypes>(
  { name, on, job, withinMs, toJob = ({ data }) => ({ data }) }: Reaction<J>,
  { log, checkpoints, jobs, logger, signal }: ReactionContext<J>,
): Promise<void> => {
  /** Ends when another process reacts, too: this one goes on from where that one is. */
  const follow = async () => {
    let checkpoint: Checkpoint | null = await openCheckpoint(checkpoints, name, log)
    const { position: after, last: known }: Checkpoint = checkpoint
    for await (const batch of log.batches({ after, known, live: true, signal })) {
      for (const event of batch.events) {
        const { type, metadata } = event
        if (type !== on || Date.now() - Date.parse(metadata.occurredAt) > withinMs) continue
        const made = toJob(event)
        if (made === null) continue
        const { messageId, correlationId } = metadata
        // Two reactions to one event lead to two jobs.
        const id = `${name} ${messageId}`
        const later = made.delayMs === undefined ? {} : { delayMs: made.delayMs }
        await jobs.add(job, made.data as J[typeof job], { id, correlationId, attempts: TRIES, ...later })
      }
      if (batch.position === checkpoint.position) continue
      checkpoint = await checkpoint.moveTo(batch.position, lastPlace(batch.events))
      if (checkpoint === null) return
    }
  }
  const followUntilItFails = async () => {
    try {
      while (!signal.aborted) await follow()
    } catch (error) {
      // As it is, an error of the language would not be tried again.
      throw new Error(`${name} waits and tries again`, { cause: error })
    }
  }
  let said: string | null = null
  /** The same trouble is said once, until there is another. */
  const tell = (error: Error) => {
    const why = error.cause instanceof Error ? error.cause.message : error.message
    if (why !== said) logger.warn({ err: error, reaction: name }, `${error.message}: ${why}`)
    said = why
  }
  await retry(followUntilItFails, {
    retries: Number.POSITIVE_INFINITY,
    minTimeout: 200,
    maxTimeout: 10_000,
    randomize: true,
    signal,
    onFailedAttempt: ({ error }) => tell(error),
  }).catch(() => undefined)
}
