/** Where pages are rendered there is none; asking each time would throw each time. */
const isBrowser = typeof window !== 'undefined'

/** The key that says that offline is switched off here (device/offline-choice.ts). It stays, whoever logs in or out. */
export const OFFLINE_OFF = 'offline.off'

/** Local storage where there is one: a browser that refuses it (blocked cookies) still reads the Bible, it only forgets. */
export const deviceStorage = {
  get: (key: string): string | null => {
    if (!isBrowser) return null
    try {
      return localStorage.getItem(key)
    } catch {
      return null
    }
  },
  /** The keys that begin so. */
  keys: (prefix: string): string[] => {
    if (!isBrowser) return []
    try {
      return Object.keys(localStorage).filter((key) => key.startsWith(prefix))
    } catch {
      return []
    }
  },
  /** False: it is full or refused. What depends on being kept is not put here but in kept-work.ts. */
  set: (key: string, value: string): boolean => {
    try {
      localStorage.setItem(key, value)
      return true
    } catch {
      return false
    }
  },
  remove: (key: string): void => {
    try {
      localStorage.removeItem(key)
    } catch {
      // Nothing was kept.
    }
  },
  clear: (): void => {
    try {
      const off = localStorage.getItem(OFFLINE_OFF)
      localStorage.clear()
      if (off !== null) localStorage.setItem(OFFLINE_OFF, off)
    } catch {
      // Nothing was kept.
    }
  },
}
