import { setTimeout as sleep } from 'node:timers/promises'
import { lastPlace, type Recorded } from '@pathlight/event-log/event-log.ts'
import type { PlainFeed } from '@pathlight/event-log/sealed.ts'
import type { Jobs, JobTypes } from '@pathlight/jobs/jobs.ts'
import { type CheckpointStore, moveCheckpoint, openCheckpoint } from '@pathlight/read-models/checkpoints.ts'
import type { Checkpoint } from '@pathlight/read-models/read-model-store.ts'
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
 * After each batch so long, in milliseconds: what is written meanwhile is read, and the checkpoints are moved, once for all of it. Nothing
 * that follows here is waited for by a person at their screen.
 */
const REST_MS = 200
/** A batch of so many events comes from a log that is far ahead: the next one is taken at once. */
const CATCHING_UP = 100

/**
 * Reacts to events in the order of the log until `signal` aborts, and remembers how far each reaction came. All of them follow one feed:
 * an event is read once, however many reactions there are. What is away is waited for. Never rejects.
 */
export const runReactions = async <J extends JobTypes>(
  reactions: readonly Reaction<J>[],
  { log, checkpoints, jobs, logger, signal }: ReactionContext<J>,
): Promise<void> => {
  const react = async ({ name, on, job, withinMs, toJob = ({ data }) => ({ data }) }: Reaction<J>, event: Recorded) => {
    const { type, metadata } = event
    if (type !== on || Date.now() - Date.parse(metadata.occurredAt) > withinMs) return
    const made = toJob(event)
    if (made === null) return
    const { messageId, correlationId } = metadata
    // Two reactions to one event lead to two jobs.
    const id = `${name} ${messageId}`
    const later = made.delayMs === undefined ? {} : { delayMs: made.delayMs }
    await jobs.add(job, made.data as J[typeof job], { id, correlationId, attempts: TRIES, ...later })
  }
  /** The name of the one that has its turn; null between two batches. */
  let reacting: string | null = null
  /** Ends when another process reacts, too: this one goes on from where that one is. */
  const follow = async () => {
    reacting = null
    const following: { readonly reaction: Reaction<J>; checkpoint: Checkpoint }[] = []
    for (const reaction of reactions)
      following.push({ reaction, checkpoint: await openCheckpoint(checkpoints, reaction.name, log) })
    const behind = following
      .map(({ checkpoint }) => checkpoint)
      .reduce((least, one) => (one.position < least.position ? one : least))
    for await (const batch of log.batches({ after: behind.position, known: behind.last, live: true, signal })) {
      const last = lastPlace(batch.events)
      for (const one of following) {
        reacting = one.reaction.name
        const { position } = one.checkpoint
        for (const event of batch.events) if (event.metadata.globalPosition > position) await react(one.reaction, event)
        if (batch.position <= position) continue
        const moved = await moveCheckpoint(checkpoints, one.checkpoint, { position: batch.position, last })
        if (moved === null) return
        one.checkpoint = moved
      }
      reacting = null
      if (batch.events.length < CATCHING_UP) await sleep(REST_MS, undefined, { signal }).catch(() => undefined)
    }
  }
  const followUntilItFails = async () => {
    try {
      while (!signal.aborted) await follow()
    } catch (error) {
      // As it is, an error of the language would not be tried again.
      const what = reacting === null ? 'What follows events' : `What follows events (${reacting})`
      throw new Error(`${what} waits and tries again`, { cause: error })
    }
  }
  let said: string | null = null
  /** The same trouble is said once, until there is another. */
  const tell = (error: Error) => {
    const why = error.cause instanceof Error ? error.cause.message : error.message
    if (why !== said) logger.warn({ err: error }, `${error.message}: ${why}`)
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
