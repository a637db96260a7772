import { useCallback, useSyncExternalStore } from 'react'
import { useHydrated } from '../device/use-hydrated.ts'

/** There is room for a panel beside the text (the `desk` breakpoint of look.css). */
export const DESK = '(min-width: 1100px)'
/** There is room to float beside the text (the `wide` breakpoint of look.css). */
export const WIDE = '(min-width: 760px)'

/** Whether the query holds; on the server, and until the browser has taken over its HTML, false. */
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
