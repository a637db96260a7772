import { setTimeout as delay } from 'node:timers/promises'

/** From 100 ms, doubling to 5 s, each shortened by up to half at random so that many callers do not come back at once. */
const BACKOFF_MS = { first: 100, most: 5_000 }

/**
 * Repeats the work until it succeeds, with growing pauses. Only an error that `isFinal` names is thrown, and the
 * signal's reason once it is aborted. `onError` hears of every other one.
 */
export async function persevere<T>(
  work: () => Promise<T>,
  {
    signal,
    isFinal,
    onError,
  }: { signal: AbortSignal; isFinal?: (error: unknown) => boolean; onError: (error: unknown) => void },
): Promise<T> {
  for (let pause = BACKOFF_MS.first; ; pause = Math.min(pause * 2, BACKOFF_MS.most)) {
    signal.throwIfAborted()
    try {
      return await work()
    } catch (error) {
      if (isFinal?.(error)) throw error
      signal.throwIfAborted()
      onError(error)
    }
    await delay(pause * (1 - Math.random() / 2), undefined, { signal })
  }
}
