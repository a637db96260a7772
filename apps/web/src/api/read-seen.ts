import { isNetworkFailure } from './api-problem.ts'
import { readServed, type Served } from './request.ts'

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
    import('./device-answers.ts')
      .then(({ keepServed }) => keepServed(person, path, served, signal))
      // The network went before this code had come: the device keeps what it had.
      .catch(() => undefined)
    return served
  } catch (error) {
    if (!isNetworkFailure(error)) throw error
    return (await import('./device-answers.ts')).answerOfDevice(person, path, error, kept)
  }
}
