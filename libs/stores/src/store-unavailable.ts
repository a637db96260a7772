/** Whether an error means a full disk, by its code (PostgreSQL 53100, MongoDB 14031, Node ENOSPC) or its message. */
const isFullDisk = (cause: unknown): boolean => {
  if (!(cause instanceof Error)) return false
  const code = 'code' in cause ? String(cause.code) : ''
  return /^(53100|14031|ENOSPC)$/.test(code) || /no space left on device|out ?of ?disk ?space/i.test(cause.message)
}

/**
 * The time at which each store last reported a full disk, in milliseconds since 1970. A ping would not notice a full
 * disk, because it only reads.
 */
const fullAt = new Map<string, number>()
const FULL_FOR_MS = 60_000
/** Whether the store reported a full disk within the last minute. */
export const hasFullDisk = (store: string): boolean => Date.now() - (fullAt.get(store) ?? 0) < FULL_FOR_MS

/**
 * A store cannot be reached, or did not answer in time. The HTTP server answers 503 with Retry-After. The outcome of a
 * write is unknown, and the caller may repeat the write with the same ids.
 */
export class StoreUnavailable extends Error {
  readonly code = 'store_unavailable'
  /**
   * The name for the operator's log: of a store ('PostgreSQL', 'Redis'), or of a part of this process that has too much
   * work ('Password hashing (too many at once)').
   */
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
