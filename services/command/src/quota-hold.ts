import { RuleBroken } from '@pathlight/domain/rule.ts'
import { type Appended, InvalidEvent, VersionConflict } from '@pathlight/event-log/event-log.ts'
import type { Outcome, Quota, Reserved, Write } from './quota.ts'

/** What of a person's quota is held for one command until it is known what became of it. */
export type QuotaHold = {
  /** Sets aside what the write needs: once, however often another writer was faster. Throws 429 or 413. */
  reserve(write: () => Write): Promise<void>
  /** Appends, and remembers what came of it. */
  whileHeld(append: () => Promise<Appended>): Promise<Appended>
  /** Whether the log did not say what became of the append. */
  isUnknown(): boolean
  /** Gives back what was held for a write that was not written. */
  end(): void
}

/** Whether the log, or what stands before it, refused an append: then nothing was written. */
const isRefusal = (error: unknown): boolean =>
  error instanceof VersionConflict || error instanceof InvalidEvent || error instanceof RuleBroken

/** `quota` null: nothing bounds the writer. */
export const openHold = (quota: Quota | null, userId: string): QuotaHold => {
  let reserved: Reserved | null = null
  let outcome: Outcome = 'not written'
  return {
    async reserve(write) {
      if (quota !== null) reserved ??= await quota.reserve(userId, write())
    },
    async whileHeld(append) {
      try {
        const appended = await append()
        if (!appended.repeated) outcome = 'written'
        return appended
      } catch (error) {
        if (!isRefusal(error)) outcome = 'unknown'
        throw error
      }
    },
    isUnknown: () => outcome === 'unknown',
    end() {
      reserved?.end(outcome)
      reserved = null
    },
  }
}
