// Whether the account of this browser was closed, on another device. What has the person's things drops them when it hears of it.

let isClosed = false
const listeners = new Set<() => void>()
const change = (closed: boolean): void => {
  if (closed === isClosed) return
  isClosed = closed
  for (const listener of listeners) listener()
}

export const accountClosed = {
  /** The server said so. */
  tell: (): void => change(true),
  /** All that was kept is dropped, and the person was told. */
  done: (): void => change(false),
  isSo: (): boolean => isClosed,
  subscribe: (listener: () => void): (() => void) => {
    listeners.add(listener)
    return () => void listeners.delete(listener)
  },
}
