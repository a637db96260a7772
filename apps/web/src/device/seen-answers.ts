import { type DBSchema, deleteDB, type IDBPDatabase, type IDBPTransaction, openDB } from 'idb'
import { NO_ANSWER, within } from './within.ts'

// What the server answered a person on this device, by the person and the path. It is read again while the server is
// away. No cache of the browser has it, and no other person is given it.

interface Seen extends DBSchema {
  readonly answers: { readonly key: [person: string, path: string]; readonly value: unknown }
}

const DATABASE = 'pathlight-seen'

let database: Promise<IDBPDatabase<Seen>> | null = null
const reach = (): Promise<IDBPDatabase<Seen>> => {
  const forget = () => {
    database = null
  }
  database ??= openDB<Seen>(DATABASE, 1, {
    upgrade: (db) => void db.createObjectStore('answers'),
    blocking: (_now, _wanted, event) => {
      ;(event.target as IDBDatabase).close()
      forget()
    },
    terminated: forget,
  }).catch((error: unknown) => {
    forget()
    throw error
  })
  return database
}

/** The database has so long to answer, which takes it some milliseconds. */
const ANSWERS_WITHIN_MS = 2_000

type Transaction<Mode extends IDBTransactionMode> = IDBPTransaction<Seen, ['answers'], Mode>

/** Transactions that are not over. */
const underWay = new Set<Pick<IDBTransaction, 'abort'>>()
/**
 * A page that is left gives up what it has begun. WebKit keeps such a page, standing still, for the way back, and with it its
 * transaction: no other page would get an answer of this database any more.
 */
const giveUpWhenLeft = (): void => {
  for (const transaction of underWay)
    try {
      transaction.abort()
    } catch {
      // It was over already.
    }
}
globalThis.addEventListener?.('pagehide', giveUpWhenLeft)

const begin = <Mode extends IDBTransactionMode>(db: IDBPDatabase<Seen>, mode: Mode): Transaction<Mode> => {
  const transaction = db.transaction('answers', mode)
  underWay.add(transaction)
  const end = () => void underWay.delete(transaction)
  transaction.done.then(end, end)
  return transaction
}

/**
 * What the database answers. WebKit with much to do has left a page without an answer for good: then it is asked once more over another
 * connection. Rejects where it refuses, or does not answer then either.
 */
const answerTo = async <Mode extends IDBTransactionMode, T>(
  mode: Mode,
  ask: (store: Transaction<Mode>['store']) => Promise<T>,
): Promise<T> => {
  const asked = async () => {
    const transaction = begin(await reach(), mode)
    const [answer] = await Promise.all([ask(transaction.store), transaction.done])
    return answer
  }
  const first = await within(ANSWERS_WITHIN_MS, asked())
  if (first !== NO_ANSWER) return first
  database = null
  const second = await within(ANSWERS_WITHIN_MS, asked())
  if (second === NO_ANSWER) throw new Error('IndexedDB does not answer')
  return second
}

/** Everything of a person: what stands between the empty path and what is behind every path. */
const allOf = (person: string) => IDBKeyRange.bound([person], [person, []])

/** Keeps an answer in the place of the one before. Where the device refuses it, the app has less to show without a network. */
export const keepAnswer = async (person: string, path: string, answer: unknown): Promise<void> => {
  try {
    await answerTo('readwrite', (store) => store.put(answer, [person, path]))
  } catch {
    // The server has it.
  }
}

/** What begins with a name: itself, and what stands beneath it. */
const beneath = (person: string, name: string) => IDBKeyRange.bound([person, name], [person, `${name}/\uffff`])

/** Keeps all of these in the place of everything beneath `name`, or nothing of it. Rejects where the device refuses it. */
export const keepBeneath = async (
  person: string,
  name: string,
  answers: readonly (readonly [path: string, answer: unknown])[],
): Promise<void> => {
  const transaction = begin(await reach(), 'readwrite')
  const gone = transaction.store.delete(beneath(person, name))
  await Promise.all([
    gone,
    ...answers.map(([path, answer]) => transaction.store.put(answer, [person, path])),
    transaction.done,
  ])
}

/** What the server answered last; undefined where it never did. Rejects where the browser refuses its database. */
export const readAnswer = async (person: string, path: string): Promise<unknown> =>
  answerTo('readonly', (store) => store.get([person, path]))

/** What the server answered last; undefined where it never did, or the device does not say. */
export const seenAnswer = (person: string, path: string): Promise<unknown> =>
  readAnswer(person, path).catch(() => undefined)

/** Drops one answer. Where the device refuses that, it keeps no answer either. */
export const dropAnswer = async (person: string, path: string): Promise<void> => {
  try {
    await answerTo('readwrite', (store) => store.delete([person, path]))
  } catch {
    // There is none.
  }
}

/** All that the server answered of what begins with `path`, as the device has it. */
export const seenBeneath = async (person: string, path: string): Promise<readonly unknown[]> => {
  try {
    const range = IDBKeyRange.bound([person, path], [person, `${path}\uffff`])
    return await answerTo('readonly', (store) => store.getAll(range))
  } catch {
    return []
  }
}

/** Drops all that other people than this one have seen here; null: than nobody. What is kept of the device itself (the empty person) stays. */
export const forgetOthers = async (person: string | null): Promise<void> => {
  const ofPeople = IDBKeyRange.lowerBound(['', []], true)
  try {
    const db = await reach()
    if (person === null) return await db.delete('answers', ofPeople)
    await db.delete('answers', IDBKeyRange.bound(['', []], [person], true, true))
    await db.delete('answers', IDBKeyRange.lowerBound([person, []], true))
  } catch {
    // As below.
    await deleteDB(DATABASE).catch(() => undefined)
  }
}

/** Drops all that a person has seen here. */
export const forgetAnswers = async (person: string): Promise<void> => {
  try {
    await (await reach()).delete('answers', allOf(person))
  } catch {
    // Where not all of the person's answers can be found, all answers go: none of theirs may stay.
    await deleteDB(DATABASE).catch(() => undefined)
  }
}
