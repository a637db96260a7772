import { ApiProblem } from './api-problem.ts'

/** Waits before the same is sent again, in milliseconds: together longer than another process takes to answer in the place of one that died. */
const AGAIN_AFTER_MS = [300, 1_000, 2_500]
/** No answer; or an answer of a gateway, or of a server that is being started: another try may get one. */
const isAway = (error: unknown): boolean => error instanceof ApiProblem && [0, 502, 503, 504].includes(error.status)

/**
 * Sends what may be sent twice without harm, and sends it again a few times while the server is away. Without a network it does not:
 * the person hears at once. Throws what the last try threw.
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
