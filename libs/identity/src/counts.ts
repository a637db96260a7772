/** Counts of an account, by name, each for a while; they live where accounts live, so nobody can flush them. */
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
  /** Whoever is known under it in the window is counted already. */
  readonly by?: string | null
}
