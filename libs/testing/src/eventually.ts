import { setTimeout as sleep } from 'node:timers/promises'

// The one way in which a test asks a second time. A machine with other work shows what is true later than one would
// think, reads wait two seconds at most for what was written, and servers that a test kills are away for a while.

/**
 * What is to come comes within this on any machine: also a store or server that was killed, and what needs it. It costs
 * only where a test fails, and is no promise of the product: how fast it is, `npm run bench` says.
 */
export const COMES_WITHIN_MS = 60_000

/** Tries until `attempt` does not throw and answers its value; after `timeoutMs` throws what it threw last. */
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

/** An answer, of `fetch` or of Fastify's `inject`. */
type Answered = { readonly status: number; readonly headers: Headers | Readonly<Record<string, unknown>> }

/** The position in the log that an answer says it is of, or reflects; null where it names none. */
export const positionOf = ({ headers }: Answered): bigint | null => {
  const named = headers instanceof Headers ? headers.get('x-position') : headers['x-position']
  return named === undefined || named === null ? null : BigInt(String(named))
}

/**
 * Asks again while the answer says that it falls short of what `write` wrote (a write's answer, or a position): a read
 * with X-Min-Position waits two seconds for it, then shows what there is. An answer that names no position, as most
 * refusals, is handed over as it is.
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
 * Sends the same again while the server is away: no answer at all, or 503. A browser waits longer between two
 * attempts (Retry-After); this is short enough to hit the moments that matter. Says how many attempts were in vain.
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
