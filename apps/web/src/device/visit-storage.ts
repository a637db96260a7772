/** The storage of a tab, which survives reloads. If the browser refuses it, the app works but stores nothing. */
export const visitStorage = {
  get: (key: string): string | null => {
    try {
      return sessionStorage.getItem(key)
    } catch {
      return null
    }
  },
  set: (key: string, value: string): void => {
    try {
      sessionStorage.setItem(key, value)
    } catch {
      // The storage is full or refused. The app works without the value.
    }
  },
  remove: (key: string): void => {
    try {
      sessionStorage.removeItem(key)
    } catch {
      // The browser refuses the storage, so nothing was stored.
    }
  },
}
