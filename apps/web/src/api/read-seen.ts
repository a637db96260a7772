import { isNetworkFailure } from './api-problem.ts'
import type { DeviceAnswers } from './device-answers.ts'
import { readServed, type Served } from './request.ts'

/** `here`: the server did not answer, and this is the device's answer. */
export type Seen<T> = Served<T> & { readonly here?: true }

let answers: () => Promise<DeviceAnswers | null> = async () => null
/** Sets what answers on this device. `fetch` loads its code, when it is first needed. */
export const answerBy = (fetch: () => Promise<DeviceAnswers>): void => {
  answers = fetch
}

/**
 * Like `readServed`, for personal data. While the server is away, the device answers: from its items, otherwise with the person's
 * last seen answer, whose age is `at`. `person`: the owner's id.
 */
export const readSeen = async <T>(person: string, path: string, signal?: AbortSignal): Promise<Seen<T>> => {
  try {
    const served = await readServed<T>(path, signal)
    import('./device-answers.ts')
      .then(({ keepServed }) => keepServed(person, path, served, signal))
      // Offline before this code loaded: the device keeps its earlier answer.
      .catch(() => undefined)
    return served
  } catch (error) {
    if (!isNetworkFailure(error)) throw error
    // The network may fail before this code loads.
    const code = await import('./device-answers.ts').catch(() => null)
    if (code === null) throw error
    return code.answerOfDevice(person, path, error, answers)
  }
}
