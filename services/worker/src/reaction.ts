import { setTimeout as sleep } from 'node:timers/promises'
import { lastPlace, type Recorded } from '@pathlight/event-log/event-log.ts'
import type { PlainFeed } from '@pathlight/event-log/sealed.ts'
import type { Jobs, JobTypes } from '@pathlight/jobs/jobs.ts'
import { type CheckpointStore, moveCheckpoint, openCheckpoint } from '@pathlight/read-models/checkpoints.ts'
import type { Checkpoint } from '@pathlight/read-models/read-model-store.ts'
import retry from 'p-retry'

/**
 * Adds at most one job for each event of a type, however often the event is read. The job does the work and is retried.
 * A job that fails for good goes to the failed jobs, and other jobs continue.
 */
export type Reaction<J extends JobTypes> = {
  /** The name, in lower_snake_case. The reaction's checkpoint has the same name. */
  readonly name: string
  /** The type of the events that the reaction handles. */
  readonly on: string
  readonly job: keyof J & string
  /**
   * The greatest age of an event, in milliseconds, at which the event makes a job. A reaction that starts again must
   * not mail everybody once more.
   */
  readonly withinMs: number
  /** The most tries of the job, if not the default (AddOptions). */
  readonly attempts?: number
  /** Makes an event's job; null: the event makes no job. Absent: the job gets the event's data. */
  readonly toJob?: (event: Recorded) => { readonly data: object; readonly delayMs?: number } | null
}

export type ReactionContext<J extends JobTypes> = {
  /** The log, in which personal fields are removed from the events. */
  readonly log: PlainFeed
  readonly checkpoints: CheckpointStore
  readonly jobs: Pick<Jobs<J>, 'add'>
  readonly logger: { warn(fields: object, message: string): void }
  readonly signal: AbortSignal
}

/**
 * The pause after a batch of fewer than CATCHING_UP events, in milliseconds. The events of a pause are read together,
 * and move each checkpoint once. The delay is harmless, because nobody waits for a reaction.
 */
const REST_MS = 200
/**
 * A batch of at least this many events shows that more events probably wait. The next batch follows without a pause.
 */
const CATCHING_UP = 100

/**
 * Runs the reactions in the order of the log until `signal` aborts, and stores the checkpoint of each. All reactions
 * share one feed, so an event is read once. Waits for stores that are away. Never rejects.
 */
export const runReactions = async <J extends JobTypes>(
  reactions: readonly Reaction<J>[],
  { log, checkpoints, jobs, logger, signal }: ReactionContext<J>,
): Promise<void> => {
  const react = async ({ name, on, job, withinMs, attempts, toJob }: Reaction<J>, event: Recorded) => {
    const { type, metadata } = event
    if (type !== on || Date.now() - Date.parse(metadata.occurredAt) > withinMs) return
    const toDo: ReturnType<NonNullable<typeof toJob>> = toJob ? toJob(event) : { data: event.data }
    if (toDo === null) return
    const { messageId, correlationId } = metadata
    // The id contains the reaction's name, because two reactions to one event add two jobs.
    const id = `${name} ${messageId}`
    const later = toDo.delayMs === undefined ? {} : { delayMs: toDo.delayMs }
    const tries = attempts === undefined ? {} : { attempts }
    await jobs.add(job, toDo.data as J[typeof job], { id, correlationId, ...later, ...tries })
  }
  /** The name of the running reaction; null between two batches. */
  let reacting: string | null = null
  /**
   * Runs the reactions until `signal` aborts, something fails, or another process has moved a checkpoint. The next call
   * continues from the stored checkpoints.
   */
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
      // p-retry does not retry a TypeError, so the error is wrapped.
      const what = reacting === null ? 'What follows events' : `What follows events (${reacting})`
      throw new Error(`${what} waits and tries again`, { cause: error })
    }
  }
  let lastReason: string | null = null
  /** Logs an error, unless its reason is the same as the last time. */
  const tell = (error: Error) => {
    const why = error.cause instanceof Error ? error.cause.message : error.message
    if (why !== lastReason) logger.warn({ err: error }, `${error.message}: ${why}`)
    lastReason = why
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
