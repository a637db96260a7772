// Whether something else answered in our server's place when it was asked last: a log-in page of the network, a proxy.

let isThere = false
const listeners = new Set<() => void>()

export const otherPage = {
  /** What answered last. */
  tell: (is: boolean): void => {
    if (is === isThere) return
    isThere = is
    for (const listener of listeners) listener()
  },
  isThere: (): boolean => isThere,
  subscribe: (listener: () => void): (() => void) => {
    listeners.add(listener)
    return () => void listeners.delete(listener)
  },
}
