import type { connectDevice } from './device-database.ts'
import { deviceStorage, UNSENT } from './device-storage.ts'
import { joinTabs } from './other-tabs.ts'
import { NO_ANSWER, within } from './within.ts'

// A person's work that the server does not have: drafts and pending writes. It is in memory for quick reads, and in
// IndexedDB to survive the page. If IndexedDB refuses a value, it goes to local storage. If local storage refuses it
// too, the page says so and asks before it is closed.

const STORE = 'work'
/**
 * Whether the draft at `key` is this person's. A key begins with `draft.{kind}.{person}`; that of a note with
 * `draft.{person}`, that of a sermon with `sermon.{person}` (study/draft-keys.ts).
 */
export const isDraftOf = (userId: string, key: string): boolean => key.split('.').slice(1, 3).includes(userId)

/**
 * Typed words are stored PAUSE_MS after the last change, but at most LONGEST_MS after the first. Both are in
 * milliseconds.
 */
const PAUSE_MS = 300
const LONGEST_MS = 1_500
/**
 * The longest wait for an answer of IndexedDB, in milliseconds. An answer usually takes some milliseconds, but WebKit
 * under load may never answer.
 */
const ANSWERS_WITHIN_MS = 10_000
/** The interval of retries after a refusal, in milliseconds. */
const TRY_AGAIN_MS = 5_000

type Message = { readonly set: string; readonly value: unknown } | { readonly removed: string }

const parsed = (text: string | null): unknown => {
  try {
    return JSON.parse(text ?? 'null')
  } catch {
    return null
  }
}

/** The answer of IndexedDB. Rejects if it comes too late. */
const inTime = async <T>(asked: Promise<T>): Promise<T> => {
  const answer = await within(ANSWERS_WITHIN_MS, asked)
  if (answer === NO_ANSWER) throw new Error('IndexedDB does not answer')
  return answer
}

/** Makes the store of a person's work. The app has one. */
export const createKeptWork = () => {
  const work = new Map<string, unknown>()
  /**
   * `changed` has the time of each key's first change that is not stored yet (clock, in milliseconds; 0 if the key is
   * only written again). `onTheWay` counts each key's writes to the device that are not confirmed yet.
   */
  const changed = new Map<string, number>()
  const onTheWay = new Map<string, number>()
  const unkept = new Set<string>()
  /** The keys whose changes the next `flush` reports to other tabs. */
  const untold = new Set<string>()
  const listeners = new Set<() => void>()
  let device: Promise<ReturnType<typeof connectDevice>> | null = null
  let opened: Promise<void> | null = null
  let late: Promise<void> | null = null
  let isOpen = false
  let isUnread = false
  let timer: ReturnType<typeof setTimeout> | undefined
  let again: ReturnType<typeof setTimeout> | undefined
  let asked = false

  const told = () => {
    for (const listener of listeners) listener()
  }

  /** Keys whose values in memory are newer than the stored ones that are being read. */
  let touched = new Set<string>()
  const mirror = (message: Message) => {
    const key = 'set' in message ? message.set : message.removed
    if ('set' in message) work.set(key, message.value)
    else work.delete(key)
    touched.add(key)
    told()
  }
  const tabs = joinTabs('work', (message) => mirror(message as Message))

  /**
   * Runs when the connection to IndexedDB is lost. The browser may have cleared the data, so all values are written
   * again.
   */
  const lost = () => {
    writeAgain(work.keys())
  }
  /** Opens the database when first needed. Rejects if the browser refuses it. */
  const reach = async () => {
    device ??= import('./device-database.ts').then(({ connectDevice }) => connectDevice(lost))
    const connection = await device.catch((error: unknown) => {
      device = null
      throw error
    })
    return connection.reach()
  }

  const putPlainly = (key: string): boolean => {
    if (!work.has(key)) {
      deviceStorage.remove(key)
      return true
    }
    return deviceStorage.set(key, JSON.stringify(work.get(key)))
  }

  const put = async (key: string): Promise<boolean> => {
    let db: Awaited<ReturnType<typeof reach>> | undefined
    try {
      db = await inTime(reach())
      const value = work.get(key)
      const transaction = db.transaction(STORE, 'readwrite', { durability: 'strict' })
      const done = work.has(key) ? transaction.store.put(value, key) : transaction.store.delete(key)
      // Commits without waiting for the answer, because the page may be gone by then.
      transaction.commit()
      await inTime(Promise.all([done, transaction.done]))
      // Also deletes the value that another tab left in local storage as it was closed, because `value` is newer. If
      // `work` has another value by now, local storage may have that newer value, which must stay.
      if (work.get(key) === value) deviceStorage.remove(key)
      return true
    } catch (error) {
      // A closed connection does not open again by itself.
      if (error instanceof DOMException && error.name === 'InvalidStateError') (await device)?.forget()
      // A failed removal is tried again, because the value would be back on the next page. If IndexedDB refused to open
      // (a DOMException), there is nothing to remove.
      return putPlainly(key) && (work.has(key) || (!db && error instanceof DOMException))
    }
  }

  /** Writes the changed keys to the device. Their order does not matter, because no value depends on another. */
  const flush = (): void => {
    clearTimeout(timer)
    timer = undefined
    for (const key of untold) tabs.tell(work.has(key) ? { set: key, value: work.get(key) } : { removed: key })
    untold.clear()
    for (const key of changed.keys()) {
      changed.delete(key)
      const value = work.get(key)
      onTheWay.set(key, (onTheWay.get(key) ?? 0) + 1)
      void put(key).then((isKept) => {
        const left = (onTheWay.get(key) ?? 1) - 1
        if (left > 0) onTheWay.set(key, left)
        else onTheWay.delete(key)
        // A later value has replaced this one.
        if (work.get(key) !== value) return
        const was = unkept.has(key)
        if (isKept) unkept.delete(key)
        else unkept.add(key)
        if (was === isKept) told()
        clearTimeout(again)
        if (unkept.size > 0) again = setTimeout(writeAgain, TRY_AGAIN_MS, unkept)
      })
    }
  }
  const writeAgain = (keys: Iterable<string>) => {
    for (const key of keys) changed.set(key, 0)
    flush()
  }
  const change = (key: string, message: Message, when: 'now' | 'soon') => {
    mirror(message)
    const since = changed.get(key) ?? Date.now()
    changed.set(key, since)
    untold.add(key)
    if (when === 'now') return flush()
    clearTimeout(timer)
    timer = setTimeout(flush, Math.max(0, Math.min(PAUSE_MS, since + LONGEST_MS - Date.now())))
  }

  /** Reads all values of IndexedDB into memory. A value in memory that is newer (`touched`) stays. */
  const readDatabase = async (): Promise<void> => {
    const transaction = (await reach()).transaction(STORE)
    const [keys, values] = await Promise.all([transaction.store.getAllKeys(), transaction.store.getAll()])
    const stored = new Map(keys.map((key, index) => [String(key), values[index]]))
    for (const key of work.keys())
      if (!touched.has(key) && !stored.has(key) && deviceStorage.get(key) === null) work.delete(key)
    for (const [key, value] of stored) if (!touched.has(key)) work.set(key, value)
    isUnread = false
    if (isOpen) told()
  }

  const read = async (): Promise<void> => {
    const reading = readDatabase()
    // If IndexedDB refuses, only the values in local storage are read, and new words are stored there.
    isUnread = (await within(ANSWERS_WITHIN_MS, reading).catch(() => null)) === NO_ANSWER
    late = reading.catch(() => undefined)
    // Local storage has values from a build that did not use IndexedDB, from a time when IndexedDB refused, or from the
    // last moment of a page. They are newer than the values in IndexedDB.
    for (const key of deviceStorage.keys()) {
      if (!UNSENT.test(key) || touched.has(key)) continue
      const value = parsed(deviceStorage.get(key))
      if (value === null) continue
      work.set(key, value)
      touched.add(key)
      changed.set(key, 0)
    }
    isOpen = true
    flush()
    told()
  }

  /** Runs as the page is left. The page may be gone in a moment, and only local storage writes at once. */
  const keepLate = () => {
    for (const key of new Set([...changed.keys(), ...onTheWay.keys()])) putPlainly(key)
    flush()
  }
  if (typeof window !== 'undefined') {
    addEventListener('pagehide', keepLate)
    // A suspended page gets no messages from other tabs, so it reads the stored values again.
    window.addEventListener('pageshow', ({ persisted }) => {
      if (!persisted || !isOpen) return
      touched = new Set([...changed.keys(), ...onTheWay.keys(), ...unkept])
      void read()
    })
    document.addEventListener('visibilitychange', () => document.visibilityState === 'hidden' && flush())
    addEventListener('beforeunload', (event) => {
      flush()
      if ([...unkept].some((key) => work.has(key))) event.preventDefault()
    })
  }

  return {
    /**
     * Resolves once the stored values are in memory, or IndexedDB refused or did not answer in time. Returns the same
     * promise each time. Never rejects.
     */
    open: (): Promise<void> => {
      opened ??= read()
      return opened
    },

    isOpen: (): boolean => isOpen,

    /** After `open`: resolves once IndexedDB has answered or refused, which may be later. Never rejects. */
    readLate: async (): Promise<void> => void (await late),

    /** Whether IndexedDB has not answered since the opening, as when a suspended tab of an older build holds it. */
    isUnread: (): boolean => isUnread,

    /** The value at `key`. Undefined if there is none. Before `open` resolves, stored values may be missing. */
    get: (key: string): unknown => work.get(key),

    keys: (prefix: string): string[] => [...work.keys()].filter((key) => key.startsWith(prefix)),

    /** Stores `value`, which must be JSON and cloneable. With `soon` it is stored in the next pause of typing. */
    set: (key: string, value: unknown, when: 'now' | 'soon' = 'now'): void => change(key, { set: key, value }, when),

    remove: (key: string): void => {
      if (work.has(key) || changed.has(key) || unkept.has(key)) change(key, { removed: key }, 'now')
    },

    /**
     * Whether the device refused the value at `key`. If so, the value is only in memory, and the page asks before it is
     * closed.
     */
    isRefused: (key: string): boolean => unkept.has(key) && work.has(key),

    /**
     * Calls `listener` after each change: any tab stores or removes a value, the device refuses or accepts a value, or
     * stored values were read. Returns a function that stops the calls.
     */
    subscribe: (listener: () => void): (() => void) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },

    /** Asks the browser, once for each page, not to delete this data when it needs room. */
    askToStay: (): void => {
      if (asked) return
      asked = true
      void Promise.resolve(navigator.storage?.persist?.()).catch(() => undefined)
    },

    close: async (): Promise<void> => {
      tabs.close()
      clearTimeout(timer)
      clearTimeout(again)
      await (await device)?.close()
    },

    /** Writes all changes now. Resolves when no write to the device is pending. */
    settled: async (): Promise<void> => {
      flush()
      while (onTheWay.size > 0) await new Promise((resolve) => setTimeout(resolve, 5))
    },
  }
}

export type KeptWork = ReturnType<typeof createKeptWork>

export const keptWork = createKeptWork()
