import { createContext, startTransition, useContext, useEffect, useState } from 'react'
import { flushSync } from 'react-dom'

const Hydrated = createContext(true)

/** Provides the value of `useTakingOver` to `useHydrated`. */
export const HydratedProvider = Hydrated.Provider

/**
 * Whether the page may show facts that only this device knows (who is logged in, what is stored, the hash of the
 * address). False on the server and until the browser has hydrated the server's HTML, because the first rendering must
 * equal that HTML.
 */
export const useHydrated = (): boolean => useContext(Hydrated)

/**
 * The value for `HydratedProvider` in a browser. React hydrates a page in slices. It adds the facts of this device in a
 * second rendering, which is also done in slices. A press or a key before the end completes this rendering at once.
 */
export const useTakingOver = (rendered: boolean): boolean => {
  const [hydrated, setHydrated] = useState(!rendered)
  useEffect(() => {
    if (hydrated) return
    const now = () => flushSync(() => setHydrated(true))
    const asked = ['pointerdown', 'keydown'] as const
    for (const event of asked) addEventListener(event, now, { capture: true })
    startTransition(() => setHydrated(true))
    return () => {
      for (const event of asked) removeEventListener(event, now, { capture: true })
    }
  }, [hydrated])
  return hydrated
}
