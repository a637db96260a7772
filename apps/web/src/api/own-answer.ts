import { OWN_ANSWER } from '@pathlight/contracts/answer-rules.ts'
import { observable } from '../device/observable.ts'
import { ApiProblem } from './api-problem.ts'

// Between a browser and our server may stand a log-in page of a hotel's network, a proxy, a page that says that the server is being
// mended. What they answer, with whatever status, says nothing of what a person has or wrote: it counts as no answer.

/** What is read of a Response. `value`: where no network is in between, the value itself, instead of its JSON. */
export type Answer = Pick<Response, 'ok' | 'status' | 'text'> & {
  readonly headers: Pick<Headers, 'get'>
  readonly value?: unknown
}

/** Whether something else answered in our server's place when it was asked last: a log-in page of the network, a proxy. */
export const otherPage = observable(false)

const NO_CONTENT = 204
/** Of what stands before our server while it is not there: no page that a person would have to log in to. */
const GATEWAY_STATUSES: readonly number[] = [502, 503, 504]

const noAnswer = (): ApiProblem => new ApiProblem(0, {})

/** What an error of `fetch` or of a body means: no answer came. Where the caller gave up, it stays what it is. */
export const lost = (error: unknown): unknown =>
  error instanceof ApiProblem || (error instanceof DOMException && error.name === 'AbortError') ? error : noAnswer()

/** What was asked for, if our server answered. Throws ApiProblem with status 0 where it did not. */
export const ownAnswer = async <A extends Answer>(asked: Promise<A>): Promise<A> => {
  const answer = await asked.catch((error: unknown) => {
    throw lost(error)
  })
  if (answer.value !== undefined) return answer
  const isOwn = answer.headers.get(OWN_ANSWER) !== null
  const isGateway = GATEWAY_STATUSES.includes(answer.status)
  otherPage.set(!isOwn && !isGateway)
  if (isOwn) return answer
  if (isGateway) throw noAnswer()
  throw new ApiProblem(0, { code: 'other_page', message: 'Another page answered instead of Pathlight.' })
}

/** The JSON of an answer; null of one without content. Throws ApiProblem with status 0 where it is cut off or is none. */
export const jsonOf = async (answer: Answer): Promise<unknown> => {
  if (answer.value !== undefined) return answer.value
  if (answer.status === NO_CONTENT) return null
  try {
    return JSON.parse(await answer.text())
  } catch (error) {
    throw lost(error)
  }
}

/** As `fetch`: none of our calls leads to another address, so where one does, somebody else answers. */
export const overNetwork = (path: string, init: RequestInit): Promise<Response> =>
  fetch(path, { credentials: 'same-origin', redirect: 'manual', ...init })

/** The problem that a refusal of ours is. */
export const refusal = async (answer: Answer): Promise<ApiProblem> => {
  const problem = await jsonOf(answer)
  return new ApiProblem(answer.status, typeof problem === 'object' && problem !== null ? problem : {})
}

/** Asks our own server. Throws ApiProblem where it refuses, and with status 0 where it gave no answer. */
export const askServer = async (path: string, init: RequestInit = {}): Promise<Response> => {
  const answer = await ownAnswer(overNetwork(path, init))
  if (!answer.ok) throw await refusal(answer)
  return answer
}
