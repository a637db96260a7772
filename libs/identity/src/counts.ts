import { get, type Records } from './records.ts'

/**
 * Counters by name, each for a window of time. They are stored with the accounts, because the counts of other people's
 * log-ins could push them out of a cache of limited size.
 */
export type Counts = {
  /**
   * Counts `amount`. If the count of the present window would exceed `max`, counts nothing and returns how long the
   * window still lasts. Atomic.
   */
  take(count: Count): Promise<{ taken: true } | { taken: false; retryAfterMs: number }>
  /** Subtracts one, if the window still lasts. */
  giveBack(name: string): Promise<void>
}
/** `amount`: the number to add. Default 1. */
export type Count = {
  readonly name: string
  readonly max: number
  readonly windowMs: number
  readonly amount?: number
  /** Within a window, calls with the same value count once. */
  readonly by?: string | null
}

export const countsOver = (records: Records, now: () => Date): Counts => ({
  async take({ name, max, windowMs, amount = 1, by = null }) {
    if (amount > max) return { taken: false, retryAfterMs: windowMs }
    if (by !== null) {
      const running = await get(records, 'counts', { name })
      if (running && running.until > now() && running.by.includes(by)) return { taken: true }
    }
    const until = new Date(now().getTime() + windowMs)
    if (await records.countUp({ name, amount, max, until, by }, now())) return { taken: true }
    const full = await get(records, 'counts', { name })
    return { taken: false, retryAfterMs: Math.max(1, (full?.until.getTime() ?? 0) - now().getTime()) }
  },

  async giveBack(name) {
    for (;;) {
      const running = await get(records, 'counts', { name })
      if (running === null || running.until <= now() || running.count === 0) return
      const { count, until } = running
      // Changes the count only if it is unchanged, so that no concurrent count is lost.
      if ((await records.change('counts', { name, count, until }, { count: count - 1 })) !== null) return
    }
  },
})
