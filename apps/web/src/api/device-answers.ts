import { keepAnswer, seenAnswer } from '../device/seen-answers.ts'
import type { Served } from './request.ts'
import { seenAt } from './seen-position.ts'

/** Keeps an answer on the device, for when the server is away. What was given up meanwhile, as by a log-out, leaves nothing there. */
export const keepServed = async (person: string, path: string, served: Served<unknown>, signal?: AbortSignal) => {
  if (!signal?.aborted) await keepAnswer(person, path, served)
}

/** What this device has in the server's place: what the person keeps, else what was seen last. Throws `error` where it has nothing. */
export const answerOfDevice = async <T>(
  person: string,
  path: string,
  error: unknown,
  kept?: () => Promise<Served<T> | null>,
): Promise<Served<T> & { readonly here: true }> => {
  const seen = (await kept?.()) ?? ((await seenAnswer(person, path)) as Served<T> | undefined)
  // Older builds kept answers that were not ours as null.
  if (!seen || seen.value === null) throw error
  seenAt(seen.at)
  return { ...seen, here: true }
}
