/** A value outside of components, which other code sets. Components read the value by `useObserved`. */
export type Observable<T> = {
  readonly now: () => T
  /** Calls `listener` whenever the value changes. Returns a function that stops the calls. */
  readonly subscribe: (listener: () => void) => () => void
}

export const observable = <T>(first: T): Observable<T> & { readonly set: (next: T) => void } => {
  let value = first
  const listeners = new Set<() => void>()
  return {
    now: () => value,
    set: (next) => {
      if (next === value) return
      value = next
      for (const listener of listeners) listener()
    },
    subscribe: (listener) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}
