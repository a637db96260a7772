import { useCallback, useSyncExternalStore } from 'react'
import { useHydrated } from '../device/use-hydrated.ts'

/** A window with room for a panel beside the text (the `desk` breakpoint of look.css). */
export const DESK = '(min-width: 1100px)'
/** A window with room for columns beside each other (the `wide` breakpoint of look.css). */
export const WIDE = '(min-width: 760px)'

/** Whether the media query matches. False on the server and until hydration. */
export const useMediaQuery = (query: string): boolean => {
  const hydrated = useHydrated()
  const subscribe = useCallback(
    (listener: () => void) => {
      const media = matchMedia(query)
      media.addEventListener('change', listener)
      return () => media.removeEventListener('change', listener)
    },
    [query],
  )
  const matches = () => hydrated && matchMedia(query).matches
  return useSyncExternalStore(subscribe, matches, matches)
}
