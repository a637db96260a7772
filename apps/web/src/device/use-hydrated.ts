import { createContext, startTransition, useContext, useEffect, useState } from 'react'
import { flushSync } from 'react-dom'

const Hydrated = createContext(true)

/** Provides whether the page is past its hydration (`useTakingOver`). */
export const HydratedProvider = Hydrated.Provider

/**
 * Whether the page may show facts that only this device knows (who is logged in, what is stored, the hash of the address). False on
 * the server and until the browser has hydrated its HTML, which must be the same at first.
 */
export const useHydrated = (): boolean => useContext(Hydrated)

/**
 * The value for `HydratedProvider` in a browser. React hydrates a page in slices. Facts of this device are added after that, in
 * slices as well: if a store differed from the server here, React would render all of the page at once. A press or a key before
 * the end renders the whole page at once.
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
