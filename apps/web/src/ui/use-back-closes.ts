import { type ContextType, useContext, useEffect, useRef } from 'react'
import { UNSAFE_DataRouterContext as DataRouterContext } from 'react-router-dom'

// On a small screen, going back closes the topmost layer over the page: a sheet, a dialog, or the bar of a chosen
// verse. Each layer has its own entry in the browser's history above the page's entry. The layer's entry repeats the
// address, key and state of the page's entry, so the router sees the same page. Only the field `usr.layers` is added to
// the state: the number of open layers.

/** Only small screens, below the `wide` breakpoint of look.css, have entries for layers. */
const SMALL = '(max-width: 759.98px)'

type Layer = { readonly close: () => void }
/** The open layers, from the lowest to the topmost. */
const layers: Layer[] = []
let timer: ReturnType<typeof setTimeout> | undefined
type Router = NonNullable<ContextType<typeof DataRouterContext>>['router']
/** The page's router. Null until a layer has opened. */
let router: Router | null = null

/** If a navigation is running, calls `call` when it ends. Returns whether a navigation is running. */
const callAfterNavigation = (call: () => void): boolean => {
  if (!router || router.state.navigation.state === 'idle') return false
  const end = router.subscribe(({ navigation }) => {
    if (navigation.state !== 'idle') return
    end()
    call()
  })
  return true
}

/** True while the browser goes back or forward for this module. */
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
 * Gives each open layer its entry in the browser's history. `back`: whether the browser leaves entries of closed layers
 * by going back. If not, it goes forward.
 */
const settle = (back: boolean) => {
  clearTimeout(timer)
  // The timer waits, because another layer may open in place of the closed one.
  timer = setTimeout(() => {
    if (stepping) return
    const { depth } = position()
    for (let more = depth + 1; more <= layers.length; more += 1) {
      const { usr, ...state } = history.state ?? {}
      history.pushState({ ...state, usr: { ...usr, layers: more } }, '')
    }
    if (depth > layers.length) {
      // If a link in the closed layer has begun a navigation, a step now would cancel it.
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
  // `close` may leave a layer open to ask the person first. `settle` gives such a layer its entry again.
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
