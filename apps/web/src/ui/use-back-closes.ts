import { type ContextType, useContext, useEffect, useRef } from 'react'
import { UNSAFE_DataRouterContext as DataRouterContext } from 'react-router-dom'

// On a small screen, going back closes what lies over the page, as people expect of a phone: a sheet, a dialog, the bar of a
// chosen verse. Each such layer is an entry of the browser's history on top of the page's own entry. A layer's entry has the
// address, key and state of the page's entry, and counts the layers in `layers`. So the router sees no other page.

/** Layers get entries only on small screens, below the `wide` breakpoint of look.css. */
const SMALL = '(max-width: 759.98px)'

type Layer = { readonly close: () => void }
/** The open layers, from the lowest to the topmost. */
const layers: Layer[] = []
let timer: ReturnType<typeof setTimeout> | undefined
type Router = NonNullable<ContextType<typeof DataRouterContext>>['router']
/** The page's router, known once a layer has opened. */
let router: Router | null = null

/** If a navigation is under way, calls `call` once it is done. Returns whether a navigation is under way. */
const callAfterNavigation = (call: () => void): boolean => {
  if (!router || router.state.navigation.state === 'idle') return false
  const end = router.subscribe(({ navigation }) => {
    if (navigation.state !== 'idle') return
    end()
    call()
  })
  return true
}

/** True while a history step that this module made is under way. */
let stepping = false
let listening = false

type Position = { readonly entry: number; readonly depth: number }
const position = (): Position => ({ entry: history.state?.idx ?? 0, depth: history.state?.usr?.layers ?? 0 })
let last: Position = { entry: 0, depth: 0 }

const step = (by: number) => {
  stepping = true
  history.go(by)
}

/**
 * Gives the history as many entries over the page as there are layers. `back` says whether superfluous entries are left by going
 * back or forward.
 */
const settle = (back: boolean) => {
  clearTimeout(timer)
  // A timer, because one layer may close while another opens.
  timer = setTimeout(() => {
    if (stepping) return
    const { depth } = position()
    for (let more = depth + 1; more <= layers.length; more += 1) {
      const { usr, ...state } = history.state ?? {}
      history.pushState({ ...state, usr: { ...usr, layers: more } }, '')
    }
    if (depth > layers.length) {
      // A step now would cancel the navigation of a link in the closed layer.
      if (callAfterNavigation(() => settle(back))) return
      step(back ? layers.length - depth : 1)
    }
    last = position()
  })
}

const onPopState = () => {
  const before = last
  last = position()
  const same = last.entry === before.entry
  if (stepping) stepping = false
  // A layer that asks for confirmation stays open and gets its entry again.
  else if (same) for (const layer of layers.slice(last.depth).toReversed()) layer.close()
  settle(last.entry < before.entry || (same && last.depth < before.depth))
}

/** While the caller is mounted on a small screen, going back calls `close` instead of leaving the page. */
export const useBackCloses = (close: () => void): void => {
  const latest = useRef(close)
  const page = useContext(DataRouterContext)?.router ?? null
  useEffect(() => {
    latest.current = close
  }, [close])
  useEffect(() => {
    if (!matchMedia(SMALL).matches) return
    if (!listening) addEventListener('popstate', onPopState)
    listening = true
    if (layers.length === 0) last = position()
    router = page
    const layer: Layer = { close: () => latest.current() }
    layers.push(layer)
    settle(true)
    return () => {
      layers.splice(layers.indexOf(layer), 1)
      settle(true)
    }
  }, [page])
}
