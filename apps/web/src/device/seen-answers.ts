import { dropOlder } from './device-database.ts'
import { READ_TEXTS } from './device-form.ts'
import { transact, transactInTime } from './transactions.ts'

// The server's answers to a person, stored on this device by person and path for when the server is away. The browser's
// own caches do not store them. No other person gets them.

/** Replaces a stored answer. If the device refuses, the app only has fewer answers offline. */
export const keepAnswer = async (person: string, path: string, answer: unknown): Promise<void> => {
  try {
    await transactInTime(['answers'], 'readwrite', ({ store }) => store.put(answer, [person, path]))
  } catch {
    // The server still has the data.
  }
}

/**
 * The server's last answer, or undefined if there is none. Rejects if the browser refuses its database, or if the
 * database does not answer.
 */
export const readAnswer = async (person: string, path: string): Promise<unknown> =>
  transactInTime(['answers'], 'readonly', ({ store }) => store.get([person, path]))

/** Like `readAnswer`, but undefined if the device refuses or does not answer. */
export const seenAnswer = (person: string, path: string): Promise<unknown> =>
  readAnswer(person, path).catch(() => undefined)

/**
 * Deletes one answer. If the device refuses or does not answer, the stored answer stays, if there is one, and the
 * console says so.
 */
export const dropAnswer = (person: string, path: string): Promise<void> =>
  transactInTime(['answers'], 'readwrite', ({ store }) => store.delete([person, path])).catch(console.warn)

/** All stored answers whose path begins with `path`. Empty if the device does not answer. */
export const seenBeneath = async (person: string, path: string): Promise<readonly unknown[]> => {
  try {
    const range = IDBKeyRange.bound([person, path], [person, `${path}\uffff`])
    return await transactInTime(['answers'], 'readonly', ({ store }) => store.getAll(range))
  } catch {
    return []
  }
}

/**
 * Deletes these ranges of keys. If the device refuses, all answers and items are deleted, because nothing in the ranges
 * may stay. The server still has all of them.
 */
const forget = async (...ranges: readonly IDBKeyRange[]): Promise<void> => {
  const stores = ['answers', 'items'] as const
  try {
    await transact([...stores], 'readwrite', (transaction) =>
      Promise.all(stores.flatMap((name) => ranges.map((range) => transaction.objectStore(name).delete(range)))),
    )
  } catch {
    await transact([...stores], 'readwrite', (transaction) =>
      Promise.all(stores.map((name) => transaction.objectStore(name).clear())),
    ).catch(() => undefined)
  }
  // The database of an older build has such answers too, and a tab of an older build may have made that database again.
  void dropOlder('pathlight-seen')
}

/**
 * Deletes the answers and offline items of all people but `person`, or of all people if `person` is null. Values that
 * belong to the device, stored under an empty person, stay.
 */
export const forgetOthers = (person: string | null): Promise<void> =>
  person === null
    ? forget(IDBKeyRange.lowerBound(['', []], true))
    : forget(IDBKeyRange.bound(['', []], [person], true, true), IDBKeyRange.lowerBound([person, []], true))

/** The path of the list of texts, which contains nothing personal. Pages need it when the server is away. */
const VERSIONS = '/api/bible/versions'

/**
 * Deletes the service worker's answers about texts, except their list. Then asks the worker to fetch the open page and
 * to store the answers in it again.
 */
export const forgetRead = async (): Promise<void> => {
  // A browser has no caches on a page without TLS.
  if (!('caches' in globalThis)) return
  const versions = await caches.match(VERSIONS).catch(() => undefined)
  await caches.delete(READ_TEXTS).catch(() => undefined)
  if (versions)
    await caches
      .open(READ_TEXTS)
      .then((read) => read.put(VERSIONS, versions))
      .catch(() => undefined)
  navigator.serviceWorker?.controller?.postMessage({ type: 'keep', page: location.pathname + location.search })
}

/** Deletes a person's answers and offline items, and the service worker's answers about the texts that they read. */
export const forgetAnswers = async (person: string): Promise<void> => {
  // The range has all paths of this person, because in IndexedDB's order an array comes after every string.
  await forget(IDBKeyRange.bound([person], [person, []]))
  await forgetRead()
}
