import { isNetworkFailure } from './api-problem.ts'
import type { DeviceAnswers } from './device-answers.ts'
import { readServed, type Served } from './request.ts'

/** An answer with its origin. `here`: the server did not answer, and the device did. */
export type Seen<T> = Served<T> & { readonly here?: true }

let answers: () => Promise<DeviceAnswers | null> = async () => null
/** Sets how this device answers. `fetch` loads the code for it, when the code is first needed. */
export const answerBy = (fetch: () => Promise<DeviceAnswers>): void => {
  answers = fetch
}

/**
 * Like `readServed`, for personal data. While the server is away, the device answers from the items stored offline,
 * otherwise with the server's last answer. `at` is then the position of the device's answer. `person`: the owner's id.
 */
export const readSeen = async <T>(person: string, path: string, signal?: AbortSignal): Promise<Seen<T>> => {
  try {
    const served = await readServed<T>(path, signal)
    import('./device-answers.ts')
      .then(({ keepServed }) => keepServed(person, path, served, signal))
      // The network failed before this code had loaded, so the device keeps its earlier answer.
      .catch(() => undefined)
    return served
  } catch (error) {
    if (!isNetworkFailure(error)) throw error
    // The network may fail before this code has loaded.
    const code = await import('./device-answers.ts').catch(() => null)
    if (code === null) throw error
    return code.answerOfDevice(person, path, error, answers)
  }
}
