import { setTimeout as sleep } from 'node:timers/promises'

// Functions with which tests repeat an attempt. Repeats are needed, because a busy machine may be slow, the product's
// reads wait at most two seconds for a write, and a killed server takes time to restart.

/**
 * The longest wait of a test, unless it names another, in milliseconds. Only a failing test waits that long. The value
 * does not limit the product's speed, which `npm run bench` measures.
 */
export const COMES_WITHIN_MS = 60_000

/**
 * Repeats `attempt` until it does not throw, and returns its value. After `timeoutMs`, throws the last error of
 * `attempt`.
 */
export async function eventually<T>(
  attempt: () => T | Promise<T>,
  timeoutMs = COMES_WITHIN_MS,
  pauseMs = 20,
): Promise<T> {
  for (const end = Date.now() + timeoutMs; ; ) {
    try {
      return await attempt()
    } catch (error) {
      if (Date.now() >= end) throw error
      await sleep(pauseMs)
    }
  }
}

/** The answer of `fetch` or of Fastify's `inject`. */
type Answered = { readonly status: number; readonly headers: Headers | Readonly<Record<string, unknown>> }

/** The log position in an answer's X-Position. Null if there is none. */
export const positionOf = ({ headers }: Answered): bigint | null => {
  const value = headers instanceof Headers ? headers.get('x-position') : headers['x-position']
  return value === undefined || value === null ? null : BigInt(String(value))
}

/**
 * Repeats a read until its answer reflects `write` (a write's answer, or a position). The server waits two seconds at
 * most for the position in X-Min-Position, and then answers with an older state. An answer without a position, such as
 * most refusals, is returned at once.
 */
export function reflecting<A extends Answered>(
  write: Answered | bigint,
  ask: (headers: { 'x-min-position': string }) => Promise<A>,
): Promise<A> {
  const least = typeof write === 'bigint' ? write : (positionOf(write) ?? 0n)
  return eventually(async () => {
    const answer = await ask({ 'x-min-position': String(least) })
    const reached = positionOf(answer)
    if (reached !== null && reached < least) throw new Error(`The answer reflects ${reached} and not yet ${least}`)
    return answer
  })
}

/**
 * Repeats a request while the server does not answer, or answers 503. The pauses are shorter than those of the web app,
 * so that requests also come at critical moments. `inVain`: the number of failed attempts.
 */
export async function untilAnswered<A extends { readonly status: number; readonly body?: unknown }>(
  ask: () => Promise<A>,
  timeoutMs = COMES_WITHIN_MS,
): Promise<A & { readonly inVain: number }> {
  let inVain = -1
  const attempt = async () => {
    inVain += 1
    const answer = await ask()
    if (answer.status === 503) throw new Error(`Answered 503: ${JSON.stringify(answer.body)}`)
    return answer
  }
  const answer = await eventually(attempt, timeoutMs, 200)
  return { ...answer, inVain }
}
