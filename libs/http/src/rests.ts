import { setTimeout as sleep } from 'node:timers/promises'

/**
 * In milliseconds. After so much work a long task rests as long as the work took, or this share of it, but no longer than the longest
 * rest.
 */
type Rhythm = { readonly afterMs?: number; readonly longestMs?: number; readonly share?: number }

/**
 * To be awaited between the steps of a long task (an export, an import): it rests now and then, because the requests of other people go
 * first. Each task has its own.
 */
export const rests = ({ afterMs = 20, longestMs = 50, share = 1 }: Rhythm = {}): (() => Promise<void>) => {
  let since = performance.now()
  return async () => {
    const took = performance.now() - since
    if (took < afterMs) return
    await sleep(Math.min(took * share, longestMs))
    since = performance.now()
  }
}
