import { keepAnswer, seenAnswer } from '../device/seen-answers.ts'
import type { Served } from './request.ts'
import { seenAt } from './seen-position.ts'

/** What a device answers in the query service's place, by the person's id and the path of the call; null: it has nothing. */
export type DeviceAnswers = (person: string, path: string) => Promise<Served<unknown> | null>

/** What is typed into a search is not kept on the device. */
const isSearch = (path: string): boolean => /^\/api\/writing\?|[?&]query=/.test(path)

/** Keeps an answer on the device, for when the server is away. What was given up meanwhile, as by a log-out, leaves nothing there. */
export const keepServed = async (person: string, path: string, served: Served<unknown>, signal?: AbortSignal) => {
  if (!signal?.aborted && !isSearch(path)) await keepAnswer(person, path, served)
}

/** What this device has in the server's place: of the items that are here, else what was seen last. Throws `error` where it has nothing. */
export const answerOfDevice = async <T>(
  person: string,
  path: string,
  error: unknown,
  answers: () => Promise<DeviceAnswers | null>,
): Promise<Served<T> & { readonly here: true }> => {
  // Its code may never have come.
  const ask = await answers().catch(() => null)
  const answer = ((await ask?.(person, path)) ?? (await seenAnswer(person, path))) as Served<T> | undefined
  // Older builds kept answers that were not ours as null.
  if (!answer || answer.value === null) throw error
  // Where nothing is here, nothing can be missing in it.
  if (answer.at !== '0') seenAt(answer.at)
  return { ...answer, here: true }
}
