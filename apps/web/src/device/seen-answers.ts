import { dropOlder } from './device-database.ts'
import { transact, transactInTime } from './transactions.ts'

// What the server answered a person on this device, by the person and the path. It is read again while the server is
// away. No cache of the browser has it, and no other person is given it.

/** Keeps an answer in the place of the one before. Where the device refuses it, the app has less to show without a network. */
export const keepAnswer = async (person: string, path: string, answer: unknown): Promise<void> => {
  try {
    await transactInTime(['answers'], 'readwrite', ({ store }) => store.put(answer, [person, path]))
  } catch {
    // The server has it.
  }
}

/** What the server answered last; undefined where it never did. Rejects where the browser refuses its database. */
export const readAnswer = async (person: string, path: string): Promise<unknown> =>
  transactInTime(['answers'], 'readonly', ({ store }) => store.get([person, path]))

/** What the server answered last; undefined where it never did, or the device does not say. */
export const seenAnswer = (person: string, path: string): Promise<unknown> =>
  readAnswer(person, path).catch(() => undefined)

/** Drops one answer. Where the device refuses that, it keeps no answer either. */
export const dropAnswer = async (person: string, path: string): Promise<void> => {
  try {
    await transactInTime(['answers'], 'readwrite', ({ store }) => store.delete([person, path]))
  } catch {
    // There is none.
  }
}

/** All that the server answered of what begins with `path`, as the device has it. */
export const seenBeneath = async (person: string, path: string): Promise<readonly unknown[]> => {
  try {
    const range = IDBKeyRange.bound([person, path], [person, `${path}\uffff`])
    return await transactInTime(['answers'], 'readonly', ({ store }) => store.getAll(range))
  } catch {
    return []
  }
}

/** Drops what is in these ranges. Where not all of it can be found, all that the server has too goes: nothing of it may stay. */
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
  // What was taken over is there, too, and a tab of an older build may have begun it anew.
  void dropOlder('pathlight-seen')
}

/** Drops all that other people than this one have seen or keep here; null: than nobody. What is kept of the device itself (the empty person) stays. */
export const forgetOthers = (person: string | null): Promise<void> =>
  person === null
    ? forget(IDBKeyRange.lowerBound(['', []], true))
    : forget(IDBKeyRange.bound(['', []], [person], true, true), IDBKeyRange.lowerBound([person, []], true))

/** Drops all that a person has seen or keeps here: what stands between the empty path and what is behind every path. */
export const forgetAnswers = (person: string): Promise<void> => forget(IDBKeyRange.bound([person], [person, []]))
