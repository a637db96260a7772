import type { connectDevice } from './device-database.ts'
import { deviceStorage } from './device-storage.ts'
import { joinTabs } from './other-tabs.ts'
import { NO_ANSWER, within } from './within.ts'

// What a person has written and no server has: drafts, and writes on their way. It is in memory, where it is read at
// once, and in IndexedDB, where it outlives the page. What IndexedDB refuses goes to the local storage. What that
// refuses too is in memory alone: then the page says so, and asks before it is closed.

const STORE = 'work'
/**
 * The keys of what is kept here: of drafts (study/draft-keys.ts), and of writes. Versions of the app before IndexedDB had them in
 * the local storage.
 */
export const OURS = /^(draft|write|sermon(?!\.speaker))\./
/** Whether the draft at `key` is this person's. Before the person the key names the kind, but not in the first builds' form. */
export const isDraftOf = (userId: string, key: string): boolean => key.split('.').slice(1, 3).includes(userId)

/** How long what is typed may wait for a pause before it is kept all the same, in milliseconds. */
const PAUSE_MS = 300
const LONGEST_MS = 1_500
/** IndexedDB has so long to answer, which takes it some milliseconds. WebKit with much to do has left pages without an answer for good. */
const ANSWERS_WITHIN_MS = 10_000
/** How often what was refused is tried again, in milliseconds. */
const TRY_AGAIN_MS = 5_000

type Message = { readonly set: string; readonly value: unknown } | { readonly removed: string }

const parsed = (text: string | null): unknown => {
  try {
    return JSON.parse(text ?? 'null')
  } catch {
    return null
  }
}

/** What IndexedDB answers. Rejects where it does not in time. */
const inTime = async <T>(asked: Promise<T>): Promise<T> => {
  const answer = await within(ANSWERS_WITHIN_MS, asked)
  if (answer === NO_ANSWER) throw new Error('IndexedDB does not answer')
  return answer
}

/** A place for it; the app has one. */
export const createKeptWork = () => {
  const work = new Map<string, unknown>()
  /** What changed since it was last given to the device, since when (milliseconds of the clock), and what was given but not taken yet. */
  const changed = new Map<string, number>()
  const onTheWay = new Map<string, number>()
  const unkept = new Set<string>()
  /** What the other tabs are told when it is given to the device. */
  const untold = new Set<string>()
  const listeners = new Set<() => void>()
  let device: Promise<ReturnType<typeof connectDevice>> | null = null
  let opened: Promise<void> | null = null
  let isOpen = false
  let isUnread = false
  let timer: ReturnType<typeof setTimeout> | undefined
  let again: ReturnType<typeof setTimeout> | undefined
  let asked = false

  const told = () => {
    for (const listener of listeners) listener()
  }

  /** What this tab or another one said before all was read: that is newer. */
  const touched = new Set<string>()
  const mirror = (message: Message) => {
    if ('set' in message) work.set(message.set, message.value)
    else work.delete(message.removed)
    touched.add('set' in message ? message.set : message.removed)
    told()
  }
  const tabs = joinTabs('work', (message) => mirror(message as Message))

  /** IndexedDB was taken away (cleared, or made anew): everything is given to it again. */
  const lost = () => {
    for (const key of work.keys()) changed.set(key, 0)
    flush()
  }
  /** The database comes when it is first needed. Rejects where the browser refuses one. */
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
    try {
      const db = await inTime(reach())
      const value = work.get(key)
      const transaction = db.transaction(STORE, 'readwrite', { durability: 'strict' })
      const done = work.has(key) ? transaction.store.put(value, key) : transaction.store.delete(key)
      // Said now, not when the answer is here: the page may be gone by then.
      transaction.commit()
      await inTime(Promise.all([done, transaction.done]))
      // Also what another tab left there in its last moment: this is newer. What came meanwhile is newer still.
      if (work.get(key) === value) deviceStorage.remove(key)
      return true
    } catch (error) {
      // A connection that was closed does not come back by itself.
      if (error instanceof DOMException && error.name === 'InvalidStateError') (await device)?.forget()
      return putPlainly(key)
    }
  }

  /** Gives to the device what was changed, one key after the other in no order: none depends on another. */
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
        // A later value replaces this one.
        if (work.get(key) !== value) return
        const was = unkept.has(key)
        if (isKept) unkept.delete(key)
        else unkept.add(key)
        if (was === isKept) told()
        clearTimeout(again)
        if (unkept.size > 0) again = setTimeout(tryAgain, TRY_AGAIN_MS)
      })
    }
  }
  const tryAgain = () => {
    for (const key of unkept) changed.set(key, 0)
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

  /** What comes late stands behind what is in memory by then. */
  const readDatabase = async (): Promise<void> => {
    const transaction = (await reach()).transaction(STORE)
    const [keys, values] = await Promise.all([transaction.store.getAllKeys(), transaction.store.getAll()])
    for (const [index, key] of keys.map(String).entries())
      if (!touched.has(key) && !work.has(key)) work.set(key, values[index])
    isUnread = false
    if (isOpen) told()
  }

  const read = async (): Promise<void> => {
    const reading = readDatabase()
    // Where it is refused, what is in the local storage can be read, and new words are kept there.
    isUnread = (await within(ANSWERS_WITHIN_MS, reading).catch(() => null)) === NO_ANSWER
    reading.catch(() => undefined)
    // It is from before IndexedDB, from a browser that refuses it, or from the last moment of a page. It is newer than
    // what is in IndexedDB.
    for (const key of deviceStorage.keys('')) {
      if (!OURS.test(key) || touched.has(key)) continue
      const value = parsed(deviceStorage.get(key))
      if (value === null) continue
      work.set(key, value)
      changed.set(key, 0)
    }
    isOpen = true
    flush()
    told()
  }

  /** The page may be gone in a moment: only the local storage takes something at once. */
  const keepLate = () => {
    for (const key of new Set([...changed.keys(), ...onTheWay.keys()])) putPlainly(key)
    flush()
  }
  if (typeof window !== 'undefined') {
    addEventListener('pagehide', keepLate)
    document.addEventListener('visibilitychange', () => document.visibilityState === 'hidden' && flush())
    addEventListener('beforeunload', (event) => {
      flush()
      if (unkept.size > 0) event.preventDefault()
    })
  }

  return {
    /** Fulfilled once all that this device keeps is in memory; the same promise each time. It never fails. */
    open: (): Promise<void> => {
      opened ??= read()
      return opened
    },

    isOpen: (): boolean => isOpen,

    /** Whether it is open without what IndexedDB has: that does not answer, as where a tab of an older build has it and sleeps. */
    isUnread: (): boolean => isUnread,

    /** What is kept at `key`; undefined where nothing is, and before it is open. */
    get: (key: string): unknown => work.get(key),

    /** The keys that begin so. */
    keys: (prefix: string): string[] => [...work.keys()].filter((key) => key.startsWith(prefix)),

    /** Keeps `value`, which can be cloned and is JSON. `soon`: when the person next pauses in typing. */
    set: (key: string, value: unknown, when: 'now' | 'soon' = 'now'): void => change(key, { set: key, value }, when),

    remove: (key: string): void => {
      unkept.delete(key)
      if (work.has(key) || changed.has(key)) change(key, { removed: key }, 'now')
    },

    /** Whether the device refused what is at `key`: it is in memory alone, and the page asks before it is closed. */
    isRefused: (key: string): boolean => unkept.has(key),

    /** Calls `listener` whenever something is kept, refused or removed, by any tab. Returns how to stop it. */
    subscribe: (listener: () => void): (() => void) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },

    /** Asks the browser, once a page, not to clear what is kept here when it wants room. */
    askToStay: (): void => {
      if (asked) return
      asked = true
      void Promise.resolve(navigator.storage?.persist?.()).catch(() => undefined)
    },

    /** Hears nothing of other tabs any more, and lets go of the database. */
    close: async (): Promise<void> => {
      tabs.close()
      clearTimeout(timer)
      clearTimeout(again)
      await (await device)?.close()
    },

    /** Fulfilled once nothing is on its way to the device any more. */
    settled: async (): Promise<void> => {
      flush()
      while (onTheWay.size > 0) await new Promise((resolve) => setTimeout(resolve, 5))
    },
  }
}

export type KeptWork = ReturnType<typeof createKeptWork>

export const keptWork = createKeptWork()
