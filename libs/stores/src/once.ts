/**
 * Does the work at the first call, and returns its result to all callers. After a failure the next call tries again.
 */
export function once<T>(work: () => Promise<T>): () => Promise<T> {
  let done: Promise<T> | null = null
  return () => {
    done ??= work().catch((error: unknown) => {
      done = null
      throw error
    })
    return done
  }
}
