/**
 * A store (database, queue) cannot be reached, or did not answer in time. HTTP answers 503 with Retry-After. For a
 * write the outcome is unknown: repeating it with the same ids is safe.
 */
export class StoreUnavailable extends Error {
  readonly code = 'store_unavailable'
  /** Which store, in words for an operator's log: 'PostgreSQL', 'EventStoreDB', 'MongoDB', 'Redis'. */
  readonly store: string

  constructor(store: string, cause?: unknown) {
    super(`${store} cannot be reached right now`, cause === undefined ? undefined : { cause })
    this.name = 'StoreUnavailable'
    this.store = store
  }
}
