import { keepAnswer, seenAnswer } from '../device/seen-answers.ts'
import type { Served } from './request.ts'
import { seenAt } from './seen-position.ts'

/** Answers a person's call of `path` from this device, in the query service's place. Null means that the device has no answer. */
export type DeviceAnswers = (person: string, path: string) => Promise<Served<unknown> | null>

/** Typed searches are not stored on the device. */
const isSearch = (path: string): boolean => /^\/api\/writing\?|[?&]query=/.test(path)

/** Stores an answer on the device, for when the server is away. Once `signal` is aborted, as by a log-out, it stores nothing. */
export const keepServed = async (person: string, path: string, served: Served<unknown>, signal?: AbortSignal) => {
  if (!signal?.aborted && !isSearch(path)) await keepAnswer(person, path, served)
}

/**
 * The device's answer in the server's place: from the offline items, otherwise the last seen answer. Throws `error` if there is
 * none.
 */
export const answerOfDevice = async <T>(
  person: string,
  path: string,
  error: unknown,
  answers: () => Promise<DeviceAnswers | null>,
): Promise<Served<T> & { readonly here: true }> => {
  // The code may not have loaded.
  const ask = await answers().catch(() => null)
  const answer = ((await ask?.(person, path)) ?? (await seenAnswer(person, path))) as Served<T> | undefined
  // Older builds stored foreign answers as null.
  if (!answer || answer.value === null) throw error
  // Position 0 means that the device has nothing, so nothing can be outdated.
  if (answer.at !== '0') seenAt(answer.at)
  return { ...answer, here: true }
}
