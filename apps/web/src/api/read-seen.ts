import { isNetworkFailure } from './api-problem.ts'
import type { DeviceAnswers } from './device-answers.ts'
import { readServed, type Served } from './request.ts'

/** `here`: the server did not answer. It is what this device has. */
export type Seen<T> = Served<T> & { readonly here?: true }

let answers: () => Promise<DeviceAnswers | null> = async () => null
/** Lets this device answer in the server's place; `fetch`: its code, which comes when it is first needed. */
export const answerBy = (fetch: () => Promise<DeviceAnswers>): void => {
  answers = fetch
}

/**
 * As `readServed`, for what is a person's. While the server is away, it is what this device has in its place: of the items that are
 * here, else the last answer to this person, as old as its `at` says. `person`: whose it is, by their id.
 */
export const readSeen = async <T>(person: string, path: string, signal?: AbortSignal): Promise<Seen<T>> => {
  try {
    const served = await readServed<T>(path, signal)
    import('./device-answers.ts')
      .then(({ keepServed }) => keepServed(person, path, served, signal))
      // The network went before this code had come: the device keeps what it had.
      .catch(() => undefined)
    return served
  } catch (error) {
    if (!isNetworkFailure(error)) throw error
    // The network may have gone before this code had come.
    const code = await import('./device-answers.ts').catch(() => null)
    if (code === null) throw error
    return code.answerOfDevice(person, path, error, answers)
  }
}
