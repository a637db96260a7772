import { setTimeout as sleep } from 'node:timers/promises'
import { StoreUnavailable } from '@pathlight/stores/store-unavailable.ts'

const FIRST_PAUSE_MS = 50
const LONGEST_PAUSE_MS = 5_000

/** Milliseconds to wait after the nth failure in a row (from 1): doubling, bounded, spread so that many feeds do not knock at once. */
export const pauseAfter = (failures: number): number =>
  Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** Math.min(failures - 1, 10)) * (0.75 + Math.random() / 2)

/** Waits, or less when `signal` aborts; never rejects. */
export const pause = (ms: number, signal: AbortSignal): Promise<void> =>
  sleep(ms, undefined, { signal }).catch(() => undefined)

/**
 * The promise's value, or `null` as soon as `signal` aborts; the promise may then end as it will. Waits on one signal are not
 * to overlap again and again: each listener keeps the one after it, even removed, and with it what was waited for, until a
 * full garbage collection.
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

/** Repeats `work` while the store is unavailable, for as long as it takes; `null` when `signal` aborts first. Other errors are thrown. */
export async function patiently<T>(
  work: () => Promise<T>,
  signal: AbortSignal,
  onTrouble: (error: StoreUnavailable) => void,
): Promise<T | null> {
  for (let failures = 1; !signal.aborted; failures++) {
    try {
      return await unlessAborted(work(), signal)
    } catch (error) {
      if (!(error instanceof StoreUnavailable)) throw error
      onTrouble(error)
      await pause(pauseAfter(failures), signal)
    }
  }
  return null
}

/** Repeats `work` after each of the pauses while the store is unavailable, then gives up with the last StoreUnavailable. */
export async function repeatedly<T>(work: () => Promise<T>, pausesMs: readonly number[]): Promise<T> {
  for (const ms of pausesMs) {
    try {
      return await work()
    } catch (error) {
      if (!(error instanceof StoreUnavailable)) throw error
      await sleep(ms)
    }
  }
  return work()
}
