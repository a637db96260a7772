import type { DeviceAnswers } from './device-answers.ts'
import { readServed, type Served } from './request.ts'

/** An answer with its origin. `here`: the server did not answer, and the device did. */
export type Seen<T> = Served<T> & { readonly here?: true }

let answers: () => Promise<DeviceAnswers | null> = async () => null
/** Sets how this device answers. `fetch` loads the code for it, and is called when the server is away. */
export const answerBy = (fetch: () => Promise<DeviceAnswers>): void => {
  answers = fetch
}

/** Fetches the code by which the device stores answers and gives them. The network may fail before it has loaded. */
const fetchCode = () => import('./device-answers.ts')

/**
 * Like `readServed`, for personal data. While the server is away, the device answers from the items stored offline,
 * otherwise with the server's last answer. `at` is then the position of the device's answer. `person`: the owner's id.
 */
export const readSeen = async <T>(person: string, path: string, signal?: AbortSignal): Promise<Seen<T>> => {
  try {
    const served = await readServed<T>(path, signal)
    fetchCode()
      .then((code) => code.keepServed(person, path, served, signal))
      // Without the code the device keeps its earlier answer.
      .catch(() => undefined)
    return served
  } catch (error) {
    const code = await fetchCode().catch(() => null)
    if (code === null) throw error
    return code.answerOfDevice(person, path, error, answers)
  }
}
