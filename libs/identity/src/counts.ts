/** Counts of an account, by name, each for a while; they live where accounts live, so log-ins elsewhere cannot push them out. */
export type Counts = {
  /** Counts one more, unless there are `max` in the window that runs; then says how long it still runs. Atomic. */
  take(count: Count): Promise<{ taken: true } | { taken: false; retryAfterMs: number }>
  /** One less, if the window still runs. */
  giveBack(name: string): Promise<void>
}
/** `amount`: how much is counted at once; default 1. */
export type Count = {
  readonly name: string
  readonly max: number
  readonly windowMs: number
  readonly amount?: number
  /** A second count under the same value within the window counts no more. */
  readonly by?: string | null
}
