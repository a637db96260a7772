import { OWN_ANSWER } from '@pathlight/contracts/answer-rules.ts'
import { observable } from '../device/observable.ts'
import { ApiProblem } from './api-problem.ts'

// Between a browser and our server there may be a hotel's log-in page, a proxy or a maintenance page. The answer of
// such a page, whatever its status, says nothing about a person's data, so it counts as no answer.

/** The parts of a Response that are read. A service in the same process gives `value` itself instead of its JSON. */
export type Answer = Pick<Response, 'ok' | 'status' | 'text'> & {
  readonly headers: Pick<Headers, 'get'>
  readonly value?: unknown
}

/** Whether something other than our server answered the last request, such as a network's log-in page or a proxy. */
export const otherPage = observable(false)

const NO_CONTENT = 204
/** The statuses of a gateway while our server is away. An answer with such a status is not a network's log-in page. */
const GATEWAY_STATUSES: readonly number[] = [502, 503, 504]

/**
 * The error to throw instead of an error of `fetch` or of reading a body: a network failure. An ApiProblem and an abort
 * by the caller stay as they are.
 */
export const lost = (error: unknown): unknown =>
  error instanceof ApiProblem || (error as Error).name === 'AbortError' ? error : new ApiProblem(0, {})

/** The answer, if it is our server's. Throws ApiProblem with status 0 if it is not. */
export const ownAnswer = async <A extends Answer>(asked: Promise<A>): Promise<A> => {
  const answer = await asked.catch((error: unknown) => {
    throw lost(error)
  })
  if (answer.value !== undefined) return answer
  const isOwn = answer.headers.get(OWN_ANSWER) !== null
  const isGateway = GATEWAY_STATUSES.includes(answer.status)
  otherPage.set(!isOwn && !isGateway)
  if (isOwn) return answer
  if (isGateway) throw new ApiProblem(0, {})
  throw new ApiProblem(0, { code: 'other_page', message: 'Another page answered.' })
}

/**
 * The value in an answer's JSON, or null for status 204. Throws ApiProblem with status 0 if the JSON is incomplete or
 * invalid.
 */
export const jsonOf = async (answer: Answer): Promise<unknown> => {
  if (answer.value !== undefined) return answer.value
  if (answer.status === NO_CONTENT) return null
  try {
    return JSON.parse(await answer.text())
  } catch (error) {
    throw lost(error)
  }
}

/** The longest wait for an answer to begin, in milliseconds. The server begins nearly all answers within 30 seconds. */
const BEGINS_WITHIN_MS = 60_000

/**
 * Like `fetch`. Throws ApiProblem with the code 'late' if no answer begins in time. There is no time limit for a
 * request whose body is not a text, such as a file, nor for an answer that has begun. Our server redirects none of
 * these calls, so a redirect means that another server answered.
 */
export const overNetwork = async (path: string, init: RequestInit): Promise<Response> => {
  const { body = '', signal } = init
  const late = new AbortController()
  const limit = late.signal
  // A letter has up to three bytes, and a slow network takes a millisecond for each byte.
  const timer =
    typeof body === 'string' ? setTimeout(() => late.abort(), BEGINS_WITHIN_MS + 3 * body.length) : undefined
  try {
    return await fetch(path, {
      ...{ credentials: 'same-origin', redirect: 'manual', ...init },
      // Older browsers lack `any`. There the caller's signal alone ends the call.
      signal: signal ? (AbortSignal.any?.([signal, limit]) ?? signal) : limit,
    })
  } catch (error) {
    throw limit.aborted ? new ApiProblem(0, { code: 'late', message: 'The wait was too long.' }) : error
  } finally {
    clearTimeout(timer)
  }
}

/** The ApiProblem of a refusal by our server. */
export const refusal = async (answer: Answer): Promise<ApiProblem> => {
  const problem = await jsonOf(answer)
  return new ApiProblem(answer.status, typeof problem === 'object' && problem !== null ? problem : {})
}

/**
 * Calls our own server. Throws ApiProblem with the answer's status after a refusal, and with status 0 without an
 * answer.
 */
export const askServer = async (path: string, init: RequestInit = {}): Promise<Response> => {
  const answer = await ownAnswer(overNetwork(path, init))
  // The answer to HEAD has no body to read a problem from.
  if (!answer.ok) throw init.method === 'HEAD' ? new ApiProblem(answer.status, {}) : await refusal(answer)
  return answer
}
