import { useSyncExternalStore } from 'react'

const never = () => () => {}

/**
 * Whether the page may show what only this device knows (who is signed in, what is stored, the part of the address after
 * #). False on the server and until the browser has taken over its HTML, which must say the same at first.
 */
export const useHydrated = (): boolean =>
  useSyncExternalStore(
    never,
    () => true,
    () => false,
  )
