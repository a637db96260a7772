// With scroll anchoring, the visible text keeps its place while elements above it are added, removed or grow. WebKit
// has no scroll anchoring, so this module does the same there while the page applies changes from another device.

/** How long after an answer its elements may still appear, in milliseconds. */
const SHOWN_MS = 1000
/** How many elements are remembered, from the first visible one on, because the first ones may be removed. */
const MOST_PLACES = 8
/** A sticky bar covers the text if its width is at least this fraction of the scroller's. */
const BAR = 0.25
/** Smaller movements, in pixels, do not count, because positions are fractions of a pixel. */
const MOVED_PX = 1

/** A visible element and its distance from the top of its scroller, in pixels. */
type Place = { readonly element: Element; readonly top: number }
type Held = { readonly scroller: Element; readonly scrolled: number; readonly places: readonly Place[] }

const isPage = (scroller: Element): boolean => scroller === document.scrollingElement
/** The top and bottom edge of a scroller in the window, in pixels. */
const edgesOf = (scroller: Element): readonly [top: number, bottom: number] => {
  if (isPage(scroller)) return [0, innerHeight]
  const { top, bottom } = scroller.getBoundingClientRect()
  return [top, bottom]
}

/**
 * The first elements that begin within the scroller's visible part, in the order of the text. Fixed and sticky elements
 * do not count, but a bar at the top hides the elements behind it.
 */
const visibleIn = (scroller: Element): readonly Element[] => {
  let [top, bottom] = edgesOf(scroller)
  const visible: Element[] = []
  /**
   * Elements that begin above the visible part. The last of them is used if no element begins within the visible part.
   */
  const startAbove: Element[] = []
  const collect = (within: Element) => {
    for (const element of within.children) {
      if (visible.length >= MOST_PLACES) return
      const box = element.getBoundingClientRect()
      // The element has no box of its own, but its children may.
      if (box.width === 0 && box.height === 0) collect(element)
      if (box.height === 0 || box.bottom <= top || box.top >= bottom) continue
      const { position } = getComputedStyle(element)
      if (position === 'fixed' || position === 'sticky') {
        if (box.top <= top + 1 && box.width >= scroller.clientWidth * BAR) top = box.bottom
      } else if (box.top >= top) visible.push(element)
      else {
        startAbove.push(element)
        collect(element)
      }
    }
  }
  collect(scroller)
  return visible.length > 0 ? visible : startAbove.slice(-1)
}

const topIn = (scroller: Element, element: Element): number =>
  element.getBoundingClientRect().top - edgesOf(scroller)[0]

/**
 * Records a scroller's offset and visible elements. At the very top no element is recorded, so that the person sees new
 * elements appear.
 */
const holdIn = (scroller: Element): Held => {
  const scrolled = scroller.scrollTop
  const read = scrolled > 0 ? visibleIn(scroller) : []
  return { scroller, scrolled, places: read.map((element) => ({ element, top: topIn(scroller, element) })) }
}

/**
 * Scrolls by the height that was added or removed above the first remembered element that is still there. The person's
 * own scrolling stays. Returns the scroller's new state.
 */
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

/** The page, and every other element whose content is scrolled. */
const scrollers = (): readonly Element[] => {
  const page = document.scrollingElement ?? document.documentElement
  return [page, ...[...document.body.querySelectorAll('*')].filter(({ scrollTop }) => scrollTop > 0)]
}

/** The number of updates under way. While there are any, each frame is checked. */
let updates = 0
let isChecking = false

const checkInFrame = (scrollStates: readonly Held[]): void => {
  const next = scrollStates.filter(({ scroller }) => scroller.isConnected).map(putBack)
  isChecking = updates > 0
  if (isChecking) requestAnimationFrame(() => checkInFrame(next))
}

/**
 * Keeps the visible text in its place, frame by frame, until the update is done and shown. Does nothing in browsers
 * with scroll anchoring.
 */
export const holdWhatIsRead = (update: Promise<unknown>): void => {
  // The reader keeps the person's verse in its place itself (features/reader/moving/keep-verse.ts).
  if (CSS.supports('overflow-anchor: auto') || document.querySelector('[data-keeps-verse]')) return
  updates += 1
  const end = () => setTimeout(() => (updates -= 1), SHOWN_MS)
  void update.then(end, end)
  if (isChecking) return
  isChecking = true
  const scrollStates = scrollers().map(holdIn)
  requestAnimationFrame(() => checkInFrame(scrollStates))
}
