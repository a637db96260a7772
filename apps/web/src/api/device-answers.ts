import { dropAnswer, keepAnswer, seenAnswer } from '../device/seen-answers.ts'
import { ApiProblem, isNetworkFailure } from './api-problem.ts'
import type { Served } from './request.ts'
import { seenAt } from './seen-position.ts'

/**
 * Answers a person's call of `path` from this device, in place of the query service. Null means that the device has no
 * answer.
 */
export type DeviceAnswers = (person: string, path: string) => Promise<Served<unknown> | null>

/** Whether the path contains a search text. Answers to searches are not stored on the device. */
const isSearch = (path: string): boolean => /^\/api\/writing\?|[?&]query=/.test(path)

/**
 * Stores an answer on the device, for when the server is away. Stores no answer to a search, and nothing once a log-out
 * has aborted `signal`.
 */
export const keepServed = async (person: string, path: string, served: Served<unknown>, signal?: AbortSignal) => {
  if (!signal?.aborted && !isSearch(path)) await keepAnswer(person, path, served)
}

/**
 * The device's answer while the server is away: from the items stored offline, otherwise the server's last answer.
 * Throws `error` if there is neither, or if the server did answer. If the server does not have the item, the device
 * deletes its answer too.
 */
export const answerOfDevice = async <T>(
  person: string,
  path: string,
  error: unknown,
  answers: () => Promise<DeviceAnswers | null>,
): Promise<Served<T> & { readonly here: true }> => {
  if (!isNetworkFailure(error)) {
    if (error instanceof ApiProblem && error.status === 404) void dropAnswer(person, path)
    throw error
  }
  // Without a network the code that answers may fail to load.
  const ask = await answers().catch(() => null)
  const answer = ((await ask?.(person, path)) ?? (await seenAnswer(person, path))) as Served<T> | undefined
  // Older builds stored the answers of other servers, such as a network's log-in page, as null.
  if (!answer || answer.value === null) throw error
  // Position '0' means that the answer has no log position, so nothing is recorded.
  if (answer.at !== '0') seenAt(answer.at)
  return { ...answer, here: true }
}
