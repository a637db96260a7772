// A browser with scroll anchoring keeps what is read where it is while something above it comes, goes or grows. WebKit has
// none. There this does it while the page takes in what another device wrote.

/** How long after the answers came their elements may still come, in milliseconds. */
const SHOWN_MS = 1000
/** So many elements are known, from the first that is seen on: those before may be what is taken away. */
const MOST_PLACES = 8
/** A bar that stays at the top and covers the text is at least this part of the width. */
const BAR = 0.25
/** What moves by less has not moved: places are fractions of a pixel. In pixels. */
const MOVED_PX = 1

/** An element that is read, and how far beneath the top of its scroller it is. */
type Place = { readonly element: Element; readonly top: number }
/** A scroller, how far it was scrolled, and what was read in it. */
type Held = { readonly scroller: Element; readonly scrolled: number; readonly places: readonly Place[] }

const isPage = (scroller: Element): boolean => scroller === document.scrollingElement
/** The first pixel of a scroller in the window, and the one after its last. */
const edgesOf = (scroller: Element): readonly [top: number, bottom: number] => {
  if (isPage(scroller)) return [0, innerHeight]
  const { top, bottom } = scroller.getBoundingClientRect()
  return [top, bottom]
}

/** The first elements that begin within the window, in the order of the text. What stays in its place does not count; a bar at the top hides what is behind it. */
const readIn = (scroller: Element): readonly Element[] => {
  let [top, bottom] = edgesOf(scroller)
  const found: Element[] = []
  /** Begin above: they stand for their place where nothing in them begins within the window. */
  const longer: Element[] = []
  const look = (within: Element) => {
    for (const element of within.children) {
      if (found.length >= MOST_PLACES) return
      const box = element.getBoundingClientRect()
      // It has no box of its own, but what is in it has.
      if (box.width === 0 && box.height === 0) look(element)
      if (box.height === 0 || box.bottom <= top || box.top >= bottom) continue
      const { position } = getComputedStyle(element)
      if (position === 'fixed' || position === 'sticky') {
        if (box.top <= top + 1 && box.width >= scroller.clientWidth * BAR) top = box.bottom
      } else if (box.top >= top) found.push(element)
      else {
        longer.push(element)
        look(element)
      }
    }
  }
  look(scroller)
  return found.length > 0 ? found : longer.slice(-1)
}

const topIn = (scroller: Element, element: Element): number =>
  element.getBoundingClientRect().top - edgesOf(scroller)[0]

/** A person at the very top sees what comes there. */
const holdIn = (scroller: Element): Held => {
  const scrolled = scroller.scrollTop
  const read = scrolled > 0 ? readIn(scroller) : []
  return { scroller, scrolled, places: read.map((element) => ({ element, top: topIn(scroller, element) })) }
}

/** Puts what is read back to its place, unless scrolling alone moved it. Answers what is read now. */
const putBack = (held: Held): Held => {
  const { scroller, scrolled, places } = held
  const place = places.find(({ element }) => element.isConnected)
  const scrolledSince = scroller.scrollTop - scrolled
  const moved = place ? topIn(scroller, place.element) - place.top : 0
  const grown = moved + scrolledSince
  const isPushed = Math.abs(moved) >= MOVED_PX && Math.abs(grown) >= MOVED_PX
  if (isPushed) scroller.scrollTop += grown
  return isPushed || scrolledSince !== 0 || place === undefined ? holdIn(scroller) : held
}

/** The page, and whatever in it is scrolled by itself. */
const scrollers = (): readonly Element[] => {
  const page = document.scrollingElement ?? document.documentElement
  return [page, ...[...document.body.querySelectorAll('*')].filter(({ scrollTop }) => scrollTop > 0)]
}

/** How many updates are under way. Each frame is looked at as long as there are any. */
let updates = 0
let isLooking = false

const lookInFrame = (held: readonly Held[]): void => {
  const next = held.filter(({ scroller }) => scroller.isConnected).map(putBack)
  isLooking = updates > 0
  if (isLooking) requestAnimationFrame(() => lookInFrame(next))
}

/** Keeps what is read in its place, in each frame, until this update has come and is shown. Only where the browser does not do it by itself. */
export const holdWhatIsRead = (update: Promise<unknown>): void => {
  // The reader keeps its verse by itself (features/reader/moving/keep-verse.ts).
  if (CSS.supports('overflow-anchor: auto') || document.querySelector('[data-keeps-verse]')) return
  updates += 1
  const end = () => setTimeout(() => (updates -= 1), SHOWN_MS)
  void update.then(end, end)
  if (isLooking) return
  isLooking = true
  const held = scrollers().map(holdIn)
  requestAnimationFrame(() => lookInFrame(held))
}
