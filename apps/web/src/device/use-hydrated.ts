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
 * What to give to `HydratedProvider` in a browser. React takes over a page from the server in slices. What this device
 * adds comes after that, in slices as well: if a store said something else here than on the server, React would render
 * all of it in one go. At a press or a key meanwhile the whole page is rendered at once.
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
