import type { EventLog } from '@pathlight/event-log/event-log.ts'
import type { ReadModelStore } from '@pathlight/read-models/read-model-store.ts'
import { backgroundPauses } from '@pathlight/stores/pauses.ts'
import { asVerified, type VerdictMemory, verifyLog } from './verify-log.ts'

/** A process that starts again within this time does not walk through everything again, in milliseconds (20 hours). */
const NOT_AGAIN_MS = 20 * 60 * 60 * 1000

/**
 * The job that walks through the whole log once a day and remembers whether it is as it was written. Where it was altered, the admins'
 * pages say so, and the log of the app. `isReady`: false while the log is older than what was made from it: what a restored backup
 * lacks was not removed by anybody.
 */
export const verifyDaily =
  ({
    log,
    store,
    verdicts,
    isReady,
    logger,
    signal,
    now = () => new Date(),
  }: {
    readonly log: Pick<EventLog, 'batches'>
    readonly store: ReadModelStore
    readonly verdicts: VerdictMemory
    readonly isReady: () => boolean
    readonly logger: { error(line: string): void }
    /** The app is stopping. */
    readonly signal: AbortSignal
    readonly now?: () => Date
  }) =>
  async (): Promise<void> => {
    if (!isReady()) return
    const last = await verdicts.lastVerified()
    const isRecent = last !== null && now().getTime() - Date.parse(last.verifiedAt) < NOT_AGAIN_MS
    if (isRecent && last.altered === null) return
    const verdict = await verifyLog({ log, store, since: 0n, signal, pause: backgroundPauses() })
    if (verdict === null || !isReady()) return
    const verified = asVerified(verdict, now())
    await verdicts.noteVerified(verified)
    if (verified.altered)
      logger.error(
        `The event log is not as it was written${verified.altered.position === null ? '' : `: see position ${verified.altered.position}`}. npm run audit -- verify says more.`,
      )
  }
