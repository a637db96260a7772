import { setTimeout as delay } from 'node:timers/promises'
import type { Event } from '@event-driven-io/emmett'
import type { Recorded } from '@pathlight/event-log/event-log.ts'
import type { PlainFeed } from '@pathlight/event-log/sealed.ts'
import type { Checkpoints } from '@pathlight/read-models/checkpoints.ts'

/** Tries of one event that fails for a reason of its own; then it is logged and passed over, so that the others go on. */
const TRIES = 3
const LONGEST_PAUSE_MS = 10_000

export type Reaction<E extends Event> = {
  /** lower_snake_case; also the name of its checkpoint. */
  readonly name: string
  readonly handles: readonly E['type'][]
  /** Runs at least once for each event: repeating it must do no harm. */
  readonly react: (event: Recorded<E>) => Promise<void>
}

export type ReactionContext = {
  /** What it reacts to holds nothing personal. */
  readonly log: PlainFeed
  /** Where the checkpoint is kept. */
  readonly checkpoints: Checkpoints
  readonly logger: { warn(fields: object, message: string): void; error(fields: object, message: string): void }
  readonly signal: AbortSignal
}

const isStoreUnavailable = (error: unknown) =>
  error instanceof Error && 'code' in error && error.code === 'store_unavailable'

/**
 * Reacts to events in the order of the log until `signal` aborts, and remembers how far it came. A store that is away is
 * waited for. Never rejects.
 */
export const runReaction = async <E extends Event>(reaction: Reaction<E>, context: ReactionContext): Promise<void> => {
  const { name, handles, react } = reaction
  const { log, checkpoints, logger, signal } = context
  const handled = new Set<string>(handles)

  /** Waits longer each time; false once the signal aborts. */
  const pause = async (failures: number): Promise<boolean> => {
    await delay(Math.min(100 * 2 ** failures, LONGEST_PAUSE_MS), undefined, { signal }).catch(() => undefined)
    return !signal.aborted
  }

  const reactTo = async (event: Recorded) => {
    for (let tries = 1; ; tries++) {
      try {
        await react(event as Recorded<E>)
        return
      } catch (error) {
        if (isStoreUnavailable(error)) throw error
        const { streamName, messageId } = event.metadata
        if (tries === TRIES) {
          logger.error({ err: error, reaction: name, streamName, messageId }, `${name} gave up on an event`)
          return
        }
        if (!(await pause(tries))) throw error
      }
    }
  }

  for (let failures = 0; !signal.aborted; ) {
    try {
      let position = await checkpoints.open(name, await log.identity())
      for await (const batch of log.batches({ after: position, live: true, signal })) {
        for (const event of batch.events) if (handled.has(event.type)) await reactTo(event)
        if (batch.position > position) {
          // False: another process reacts too. Reactions bear repetition, so this one just goes on from where that one is.
          if (!(await checkpoints.move(name, position, batch.position))) break
          position = batch.position
        }
        failures = 0
      }
    } catch (error) {
      if (signal.aborted) return
      if (failures === 0) logger.warn({ err: error, reaction: name }, `${name} waits and tries again`)
      failures += 1
      await pause(failures)
    }
  }
}
