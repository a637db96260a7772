import { useEffect, useLayoutEffect, useRef } from 'react'
import { useLocation, useMatch, useNavigationType } from 'react-router-dom'
import { visitStorage } from '../device/visit-storage.ts'

/** How far each entry of the history was scrolled, in pixels, as long as the tab lives. */
const KEY = 'pages.scrolled'
/** So many are kept. */
const MOST = 150

const readPlaces = (): Map<string, number> => {
  try {
    const kept = Object.entries(JSON.parse(visitStorage.get(KEY) ?? '{}') ?? {})
    return new Map(kept.filter((entry): entry is [string, number] => Number.isFinite(entry[1])))
  } catch {
    return new Map()
  }
}
let known: Map<string, number> | null = null
const places = (): Map<string, number> => {
  known ??= readPlaces()
  return known
}

/** What the end of an address names: #here. Not all that follows a % can be read. */
const nameIn = (hash: string): string => {
  try {
    return decodeURIComponent(hash.slice(1))
  } catch {
    return hash.slice(1)
  }
}

/**
 * A new page begins at its top. A page that the person comes back to is where they left it. Where the state of a visit
 * says `keepsPlace` (another filter of the same results), nothing moves. In the reader this does nothing: there a place
 * is a verse, and features/reader/moving/ alone knows it. (The router's own ScrollRestoration would move the reader
 * too, after it.)
 */
export const usePageScroll = (): void => {
  const { key, hash, state } = useLocation()
  const back = useNavigationType() === 'POP'
  const inReader = useMatch('/bible/:version/:book/:chapter') !== null
  const keepsPlace = (state as { keepsPlace?: boolean } | null)?.keepsPlace === true
  const shown = useRef<string | null>(null)

  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each visit
  useLayoutEffect(() => {
    shown.current = inReader ? null : key
    if (inReader || (keepsPlace && !back)) return
    const named = hash.length > 1 ? document.getElementById(nameIn(hash)) : null
    if (named) named.scrollIntoView()
    else scrollTo(0, (back ? places().get(key) : undefined) ?? 0)
  }, [key])

  useEffect(() => {
    history.scrollRestoration = 'manual'
    const scrolled = () => {
      if (shown.current === null) return
      places().delete(shown.current)
      places().set(shown.current, scrollY)
    }
    const leave = () => {
      visitStorage.set(KEY, JSON.stringify(Object.fromEntries([...places()].slice(-MOST))))
      // A reload shows what the server sent at its place before any script runs.
      history.scrollRestoration = 'auto'
    }
    addEventListener('scroll', scrolled, { passive: true })
    addEventListener('pagehide', leave)
    return () => {
      removeEventListener('scroll', scrolled)
      removeEventListener('pagehide', leave)
    }
  }, [])
}
