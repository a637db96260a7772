import { setTimeout as sleep } from 'node:timers/promises'
import { StoreUnavailable } from '@pathlight/stores/store-unavailable.ts'
import retry from 'p-retry'

const PAUSES = { minTimeout: 50, maxTimeout: 5_000, randomize: true }

/**
 * Waits after a failure. `failures`: how many have come in succession, from 1. The wait grows with them, takes 10 s at
 * most, and ends early when `signal` aborts. Never rejects.
 */
export const pauseAfter = (failures: number, signal: AbortSignal): Promise<void> =>
  sleep(Math.min(5_000, 50 * 2 ** (failures - 1)) * (1 + Math.random()), undefined, { signal }).catch(() => undefined)

/**
 * The promise's value, or null as soon as `signal` aborts. Callers must not let many waits on one signal overlap: a
 * removed listener keeps the listener that was added after it in memory until a full garbage collection.
 */
export function unlessAborted<T>(promise: Promise<T>, signal: AbortSignal): Promise<T | null> {
  promise.catch(() => undefined)
  if (signal.aborted) return Promise.resolve(null)
  return new Promise((resolve, reject) => {
    const abort = () => resolve(null)
    signal.addEventListener('abort', abort, { once: true })
    promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort))
  })
}

/** Repeats `work` while the store is unavailable. Null if `signal` aborts first. Other errors are thrown. */
export async function patiently<T>(
  work: () => Promise<T>,
  signal: AbortSignal,
  onTrouble: (error: StoreUnavailable) => void,
): Promise<T | null> {
  try {
    return await retry(() => unlessAborted(work(), signal), {
      ...PAUSES,
      retries: Number.POSITIVE_INFINITY,
      signal,
      shouldRetry: ({ error }) => {
        if (!(error instanceof StoreUnavailable)) return false
        onTrouble(error)
        return true
      },
    })
  } catch (error) {
    if (signal.aborted) return null
    throw error
  }
}

/** Repeats an append at most twice while its outcome is unknown, then throws the last StoreUnavailable. */
export const repeatedly = <T>(work: () => Promise<T>): Promise<T> =>
  retry(work, { ...PAUSES, retries: 2, factor: 4, shouldRetry: ({ error }) => error instanceof StoreUnavailable })

/** A bell wakes one waiting reader when there may be new data. */
export type Bell = {
  ring(): void
  /** How many times the bell has rung. A reader reads the number before it looks for new data. */
  rings(): number
  /**
   * Resolves with true as soon as the bell has rung since `rings()` returned `seen`, or `signal` aborts. Resolves with
   * false after `ms` milliseconds.
   */
  heard(seen: number, ms: number, signal: AbortSignal): Promise<boolean>
}

export function bell(): Bell {
  let rings = 0
  let wake = () => {}
  return {
    ring() {
      rings++
      wake()
    },
    rings: () => rings,
    heard: (seen, ms, signal) =>
      new Promise((resolve) => {
        if (rings !== seen || signal.aborted) return resolve(true)
        const done = (heard: boolean) => {
          clearTimeout(timer)
          signal.removeEventListener('abort', abort)
          wake = () => {}
          resolve(heard)
        }
        const abort = () => done(true)
        const timer = setTimeout(() => done(false), ms)
        signal.addEventListener('abort', abort)
        wake = () => done(true)
      }),
  }
}
