import { createContext, startTransition, useContext, useEffect, useState } from 'react'
import { flushSync } from 'react-dom'

const Hydrated = createContext(true)

/** Around a page: whether it is more than what the server rendered (`useTakingOver`). */
export const HydratedProvider = Hydrated.Provider

/**
 * Whether the page may show what only this device knows (who is signed in, what is stored, the part of the address after
 * #). False on the server and until the browser has taken over its HTML, which must say the same at first.
 */
export const useHydrated = (): boolean => useContext(Hydrated)

/**
 * What to give to `HydratedProvider` in a browser. A page that the server rendered is taken over in slices; what this
 * device adds comes after that, in slices as well: a store that said something else here than there would have React
 * render all of it in one go. Whoever does something meanwhile finds the page whole.
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
