import { useEffect, useLayoutEffect, useRef } from 'react'
import { useLocation, useMatch, useNavigationType } from 'react-router-dom'
import { visitStorage } from '../device/visit-storage.ts'

/** The key in the tab's storage. Its value has the scroll offset of each history entry, in pixels. */
const KEY = 'pages.scrolled'
/** The most history entries whose offsets are stored. */
const MOST = 150

const readOffsets = (): Map<string, number> => {
  try {
    const saved = Object.entries(JSON.parse(visitStorage.get(KEY) ?? '{}') ?? {})
    return new Map(saved.filter((entry): entry is [string, number] => Number.isFinite(entry[1])))
  } catch {
    return new Map()
  }
}
let offsets: Map<string, number> | null = null
const scrollOffsets = (): Map<string, number> => {
  offsets ??= readOffsets()
  return offsets
}

/** The name in the hash of an address (#here). A hash that is not valid percent-encoding is returned as it is. */
const nameIn = (hash: string): string => {
  try {
    return decodeURIComponent(hash.slice(1))
  } catch {
    return hash.slice(1)
  }
}

/**
 * Scrolls a page to the element that the address's hash names. Otherwise scrolls a new page to its top, and a page to
 * which the person returns to the place where they left it. If the location's state has `keepsPlace` (another filter of
 * the same results), a new page is not scrolled. In the reader this hook does nothing, because features/reader/moving/
 * keeps the person's verse. The router's ScrollRestoration would scroll the reader too.
 */
export const usePageScroll = (): void => {
  const { key, hash, state } = useLocation()
  const back = useNavigationType() === 'POP'
  const inReader = useMatch('/bible/:version/:book/:chapter') !== null
  const keepsPlace = (state as { keepsPlace?: boolean } | null)?.keepsPlace === true
  const currentEntry = useRef<string | null>(null)

  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once for each visit
  useLayoutEffect(() => {
    currentEntry.current = inReader ? null : key
    if (inReader || (keepsPlace && !back)) return
    const target = hash.length > 1 ? document.getElementById(nameIn(hash)) : null
    if (target) target.scrollIntoView()
    else scrollTo(0, (back ? scrollOffsets().get(key) : undefined) ?? 0)
  }, [key])

  useEffect(() => {
    history.scrollRestoration = 'manual'
    const onScroll = () => {
      if (currentEntry.current === null) return
      scrollOffsets().delete(currentEntry.current)
      scrollOffsets().set(currentEntry.current, scrollY)
    }
    const onPageHide = () => {
      visitStorage.set(KEY, JSON.stringify(Object.fromEntries([...scrollOffsets()].slice(-MOST))))
      // With 'auto', a reload shows the server's HTML at the old scroll offset before any script runs.
      history.scrollRestoration = 'auto'
    }
    addEventListener('scroll', onScroll, { passive: true })
    addEventListener('pagehide', onPageHide)
    return () => {
      removeEventListener('scroll', onScroll)
      removeEventListener('pagehide', onPageHide)
    }
  }, [])
}
