import { ApiProblem } from './api-problem.ts'

/**
 * The waits before a repeat, in milliseconds. Together they are longer than another process needs to replace one that
 * died.
 */
const AGAIN_AFTER_MS = [300, 1_000, 2_500]
/**
 * Whether the server did not answer, or only a gateway or a starting server did, so that a retry may succeed. A 'late'
 * call is not repeated, because it has already taken a minute.
 */
const isAway = (error: unknown): boolean =>
  error instanceof ApiProblem && error.code !== 'late' && [0, 502, 503, 504].includes(error.status)

/**
 * Sends a request that is safe to repeat, and repeats it up to three times while the server is away. If the browser is
 * offline, a failed request is not repeated, so that the person is told at once. Throws the last error.
 */
export const sentAgain = async <T>(send: () => Promise<T>): Promise<T> => {
  for (const ms of AGAIN_AFTER_MS) {
    try {
      return await send()
    } catch (error) {
      if (!isAway(error) || navigator.onLine === false) throw error
      await new Promise((resolve) => setTimeout(resolve, ms))
    }
  }
  return send()
}
