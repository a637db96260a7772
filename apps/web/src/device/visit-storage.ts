/** What is kept as long as a tab lives, through reloads. A browser that refuses it only forgets. */
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
      // Full or refused: nothing depends on it.
    }
  },
  remove: (key: string): void => {
    try {
      sessionStorage.removeItem(key)
    } catch {
      // Nothing was kept.
    }
  },
}
