import { type ContextType, useContext, useEffect, useRef } from 'react'
import { UNSAFE_DataRouterContext as DataRouterContext } from 'react-router-dom'

// On a small screen the way back closes what lies over the page, as people expect of a phone: a sheet, a dialog, the
// bar of a chosen verse. Each of them is an entry of the browser's history on top of the page's own. Such an entry has
// the same address, key and state, and says how many of them lie over the page (`layers`). The router sees no
// other page.

/** Where `layers` is counted: small screens, below the `wide` breakpoint of look.css. */
const SMALL = '(max-width: 759.98px)'

type Layer = { readonly close: () => void }
/** From the lowest to the one on top. */
const layers: Layer[] = []
let timer: ReturnType<typeof setTimeout> | undefined
type Router = NonNullable<ContextType<typeof DataRouterContext>>['router']
/** That of the page, once something lies over it. */
let router: Router | null = null

/** Calls back when the page is there that a link leads to. Whether one is on its way. */
const waitsForPage = (call: () => void): boolean => {
  if (!router || router.state.navigation.state === 'idle') return false
  const end = router.subscribe(({ navigation }) => {
    if (navigation.state !== 'idle') return
    end()
    call()
  })
  return true
}

/** A step of our own is on its way. */
let stepping = false
let listening = false

type Position = { readonly entry: number; readonly depth: number }
const position = (): Position => ({ entry: history.state?.idx ?? 0, depth: history.state?.usr?.layers ?? 0 })
let last: Position = { entry: 0, depth: 0 }

const step = (by: number) => {
  stepping = true
  history.go(by)
}

/** Makes the history have as many entries over the page as lie over it. `back`: which way leads out of those that are gone. */
const settle = (back: boolean) => {
  clearTimeout(timer)
  // After what is being opened or closed: one may go as another one comes.
  timer = setTimeout(() => {
    if (stepping) return
    const { depth } = position()
    for (let more = depth + 1; more <= layers.length; more += 1) {
      const { usr, ...state } = history.state ?? {}
      history.pushState({ ...state, usr: { ...usr, layers: more } }, '')
    }
    if (depth > layers.length) {
      // A step now would cancel the way to where a link in what was closed leads.
      if (waitsForPage(() => settle(back))) return
      step(back ? layers.length - depth : 1)
    }
    last = position()
  })
}

const travelled = () => {
  const before = last
  last = position()
  const same = last.entry === before.entry
  if (stepping) stepping = false
  // One that asks first stays: it gets its entry again.
  else if (same) for (const layer of layers.slice(last.depth).toReversed()) layer.close()
  settle(last.entry < before.entry || (same && last.depth < before.depth))
}

/** While what calls it is shown on a small screen, going back calls `close` instead of leaving the page. */
export const useBackCloses = (close: () => void): void => {
  const latest = useRef(close)
  const page = useContext(DataRouterContext)?.router ?? null
  useEffect(() => {
    latest.current = close
  }, [close])
  useEffect(() => {
    if (!matchMedia(SMALL).matches) return
    if (!listening) addEventListener('popstate', travelled)
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
