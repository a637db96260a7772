/** Whether an error means a full disk: PostgreSQL's 53100, MongoDB's 14031, Node's ENOSPC, or words. */
const isFullDisk = (cause: unknown): boolean => {
  if (!(cause instanceof Error)) return false
  const code = 'code' in cause ? String(cause.code) : ''
  return /^(53100|14031|ENOSPC)$/.test(code) || /no space left on device|out ?of ?disk ?space/i.test(cause.message)
}

/** When each store last reported a full disk, in milliseconds since 1970: a ping that only reads does not notice it. */
const fullAt = new Map<string, number>()
const FULL_FOR_MS = 60_000
/** Whether the store reported a full disk within the last minute. */
export const hasFullDisk = (store: string): boolean => Date.now() - (fullAt.get(store) ?? 0) < FULL_FOR_MS

/**
 * A store (database, queue) cannot be reached, or did not answer in time. HTTP answers 503 with Retry-After. The outcome of a write
 * is unknown, and repeating it with the same ids is safe.
 */
export class StoreUnavailable extends Error {
  readonly code = 'store_unavailable'
  /** Which store, in words for an operator's log: 'PostgreSQL', 'EventStoreDB', 'MongoDB', 'Redis'. */
  readonly store: string
  /** Whether the store's disk is full. The store then answers, but cannot store anything. */
  readonly hasFullDisk: boolean

  constructor(store: string, cause?: unknown) {
    const isFull = isFullDisk(cause)
    super(
      isFull ? `${store} has no room left on its disk` : `${store} cannot be reached right now`,
      cause === undefined ? undefined : { cause },
    )
    this.name = 'StoreUnavailable'
    this.store = store
    this.hasFullDisk = isFull
    if (isFull) fullAt.set(store, Date.now())
  }
}
