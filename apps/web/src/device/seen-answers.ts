import { type DBSchema, deleteDB, type IDBPDatabase, openDB } from 'idb'

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

/** Everything of a person: what stands between the empty path and what is behind every path. */
const allOf = (person: string) => IDBKeyRange.bound([person], [person, []])

/** Keeps an answer in the place of the one before. A device that refuses it only has less to show without a network. */
export const keepAnswer = async (person: string, path: string, answer: unknown): Promise<void> => {
  try {
    await (await reach()).put('answers', answer, [person, path])
  } catch {
    // The server has it.
  }
}

/** What the server answered last; undefined where it never did, or the device does not say. */
export const seenAnswer = async (person: string, path: string): Promise<unknown> => {
  try {
    return await (await reach()).get('answers', [person, path])
  } catch {
    return undefined
  }
}

/** Drops all that a person has seen here. */
export const forgetAnswers = async (person: string): Promise<void> => {
  try {
    await (await reach()).delete('answers', allOf(person))
  } catch {
    // Rather everything than something of theirs.
    await deleteDB(DATABASE).catch(() => undefined)
  }
}
