import { ApiProblem } from './api-problem.ts'
import { readServed, type Served } from './request.ts'

/** Nothing answers, or only what stands before the server. */
export const isAway = (error: unknown): boolean => error instanceof ApiProblem && [0, 502, 504].includes(error.status)

/** `here`: the server did not answer. It is what this device has. */
export type Seen<T> = Served<T> & { readonly here?: true }

/**
 * As `readServed`, for what is a person's. While the server is away, it is the last answer to this person on this
 * device, as old as its `at` says. `person`: whose it is, by their id. `kept`: what the person keeps on the device, where it
 * has an answer; it goes before what was seen there.
 */
export const readSeen = async <T>(
  person: string,
  path: string,
  signal?: AbortSignal,
  kept?: () => Promise<Served<T> | null>,
): Promise<Seen<T>> => {
  try {
    const served = await readServed<T>(path, signal)
    void import('../device/seen-answers.ts').then(async ({ keepAnswer }) => {
      // A read that was cancelled meanwhile, as by a log-out, leaves nothing on the device.
      if (!signal?.aborted) await keepAnswer(person, path, served)
    })
    return served
  } catch (error) {
    if (!isAway(error)) throw error
    const { seenAnswer } = await import('../device/seen-answers.ts')
    const seen = (await kept?.()) ?? ((await seenAnswer(person, path)) as Served<T> | undefined)
    if (seen === undefined) throw error
    return { ...seen, here: true }
  }
}
