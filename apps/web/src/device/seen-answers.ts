import { dropOlder } from './device-database.ts'
import { READ_TEXTS } from './device-form.ts'
import { transact, transactInTime } from './transactions.ts'

// The server's answers to a person on this device, by person and path, for when the server is away. No cache of the browser has
// them, and no other person gets them.

/** Replaces a stored answer. If the device refuses, the app only has less to show offline. */
export const keepAnswer = async (person: string, path: string, answer: unknown): Promise<void> => {
  try {
    await transactInTime(['answers'], 'readwrite', ({ store }) => store.put(answer, [person, path]))
  } catch {
    // The server has it.
  }
}

/** The server's last answer, or undefined if there is none. Rejects if the browser refuses its database. */
export const readAnswer = async (person: string, path: string): Promise<unknown> =>
  transactInTime(['answers'], 'readonly', ({ store }) => store.get([person, path]))

/** The server's last answer, or undefined if there is none or the device does not answer. */
export const seenAnswer = (person: string, path: string): Promise<unknown> =>
  readAnswer(person, path).catch(() => undefined)

/** Deletes one answer. If the device refuses that, it stores no answer either. */
export const dropAnswer = async (person: string, path: string): Promise<void> => {
  try {
    await transactInTime(['answers'], 'readwrite', ({ store }) => store.delete([person, path]))
  } catch {
    // There is none.
  }
}

/** All answers below `path`, as the device has them. */
export const seenBeneath = async (person: string, path: string): Promise<readonly unknown[]> => {
  try {
    const range = IDBKeyRange.bound([person, path], [person, `${path}\uffff`])
    return await transactInTime(['answers'], 'readonly', ({ store }) => store.getAll(range))
  } catch {
    return []
  }
}

/**
 * Deletes these ranges. If the device refuses, everything that the server also has is deleted, because nothing in the ranges may
 * stay.
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
  // Older databases have such answers, too, and a tab of an older build may have made one again.
  void dropOlder('pathlight-seen')
}

/**
 * Deletes the answers and offline items of all people but `person`, or of all people if that is null. The device's own values
 * (the empty person) stay.
 */
export const forgetOthers = (person: string | null): Promise<void> =>
  person === null
    ? forget(IDBKeyRange.lowerBound(['', []], true))
    : forget(IDBKeyRange.bound(['', []], [person], true, true), IDBKeyRange.lowerBound([person, []], true))

/** The list of texts, which says nothing of a person. Pages need it when the server is away. */
const VERSIONS = '/api/bible/versions'

/** Deletes the service worker's answers about texts, but for their list. The worker stores the open page again. */
export const forgetRead = async (): Promise<void> => {
  // Without TLS a browser has no caches.
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

/** Deletes a person's answers and offline items, and what they read. */
export const forgetAnswers = async (person: string): Promise<void> => {
  // Everything from the empty path to behind every path.
  await forget(IDBKeyRange.bound([person], [person, []]))
  await forgetRead()
}
