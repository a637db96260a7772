/** False on the server, which renders pages and has no storage. */
const isBrowser = typeof window !== 'undefined'

/** The key that switches offline use off (device/offline-choice.ts). Log-ins and log-outs do not delete it. */
export const OFFLINE_OFF = 'offline.off'
/**
 * Matches the keys of drafts and pending writes (device/kept-work.ts), whose values the server may not have.
 * `sermon.speaker` and `sermon.pages` are not drafts.
 */
export const UNSENT = /^(draft|write|sermon(?!\.speaker|\.pages))\./

/** Local storage. If the browser refuses it (blocked cookies), the app works but stores nothing. */
export const deviceStorage = {
  get: (key: string): string | null => {
    if (!isBrowser) return null
    try {
      return localStorage.getItem(key)
    } catch {
      return null
    }
  },
  keys: (): string[] => {
    if (!isBrowser) return []
    try {
      return Object.keys(localStorage)
    } catch {
      return []
    }
  },
  /** Returns false if the storage is full or refused. Data that must not be lost belongs in kept-work.ts. */
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
      // The browser refuses the storage, so nothing was stored.
    }
  },
}
