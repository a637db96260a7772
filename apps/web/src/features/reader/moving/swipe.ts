/** A touch becomes a swipe after BEGINS pixels, if its path is at least FLAT times wider than high. */
const BEGINS = 12
const FLAT = 1.4
/** A swipe turns the page if it is longer than FAR pixels, or faster than FAST pixels per millisecond. */
const FAR = 88
const FAST = 0.5
/**
 * A touch within this distance from the left or right edge of the window, in pixels, belongs to the system's gestures.
 */
const EDGE = 24
const TURN_MS = 170

/** Whether the person has enlarged the page by two fingers. If so, one finger moves the enlarged page. */
const isEnlarged = (): boolean => (window.visualViewport?.scale ?? 1) > 1.01

type Turn = (() => void) | null
/** A turn is null if there is no chapter in that direction. */
type Turns = { readonly onPrevious: Turn; readonly onNext: Turn }

const slide = (text: HTMLElement, from: string, to: string): Promise<unknown> => {
  if (matchMedia('(prefers-reduced-motion: reduce)').matches) return Promise.resolve()
  const options = { duration: TURN_MS, easing: 'cubic-bezier(0.2, 0.7, 0.2, 1)' }
  return text.animate([{ translate: from }, { translate: to }], options).finished
}

/**
 * Turns to the previous or next chapter by a swipe of one finger. The text follows the finger, and moves back if the
 * swipe turns no page. Returns a function that stops listening.
 */
export const listenToSwipes = (at: HTMLElement, { onPrevious, onNext }: Turns): (() => void) => {
  let firstTouch: { id: number; x: number; y: number; time: number } | null = null
  let swiping = false
  /** How far the text moves. It moves less than the finger if there is no chapter in that direction. */
  const offsetFor = (by: number) => ((by < 0 ? onNext : onPrevious) ? by : by / 5)

  /** Moves the text back to its place after an incomplete swipe. */
  const goBack = async () => {
    const offset = at.style.translate
    at.style.translate = ''
    await slide(at, offset, '0px')
    at.removeAttribute('data-swiping')
  }

  const press = (event: PointerEvent) => {
    // A second finger begins to zoom, so the swipe of the first finger ends.
    if (swiping) {
      swiping = false
      void goBack()
    }
    const free =
      event.pointerType === 'touch' && event.isPrimary && !isEnlarged() && getSelection()?.isCollapsed !== false
    const inner = event.clientX > EDGE && event.clientX < innerWidth - EDGE
    firstTouch =
      free && inner ? { id: event.pointerId, x: event.clientX, y: event.clientY, time: event.timeStamp } : null
  }
  const move = (event: PointerEvent) => {
    if (event.pointerId !== firstTouch?.id) return
    const [x, y] = [event.clientX - firstTouch.x, event.clientY - firstTouch.y]
    if (!swiping) {
      if (Math.abs(x) < BEGINS || Math.abs(x) < Math.abs(y) * FLAT) return
      // A long press selects words; its movement is not a swipe.
      if (getSelection()?.isCollapsed === false) {
        firstTouch = null
        return
      }
      swiping = true
      at.style.setProperty('--swipe-at', `${innerHeight / 2 - at.getBoundingClientRect().top}px`)
      at.setAttribute('data-swiping', '')
    }
    at.style.translate = `${offsetFor(x)}px`
  }
  const end = async (event: PointerEvent) => {
    if (event.pointerId !== firstTouch?.id) return
    const { x, time } = firstTouch
    firstTouch = null
    if (!swiping) return
    swiping = false
    const by = event.clientX - x
    const far = Math.abs(by) > FAR || Math.abs(by) / (event.timeStamp - time) > FAST
    const turn = event.type === 'pointerup' && far ? (by < 0 ? onNext : onPrevious) : null
    if (!turn) return goBack()
    const offset = at.style.translate
    at.style.translate = ''
    const out = by < 0 ? '-100%' : '100%'
    await slide(at, offset, out)
    turn()
    void slide(at, by < 0 ? '40%' : '-40%', '0px')
    at.removeAttribute('data-swiping')
  }
  /**
   * Lets a finger move the enlarged page in every direction. While the page is not enlarged, reader.css keeps sideways
   * movements for swipes.
   */
  const giveWay = () => {
    at.style.touchAction = isEnlarged() ? 'manipulation' : ''
  }
  giveWay()
  window.visualViewport?.addEventListener('resize', giveWay)
  at.addEventListener('pointerdown', press)
  at.addEventListener('pointermove', move)
  at.addEventListener('pointerup', end)
  at.addEventListener('pointercancel', end)
  return () => {
    at.removeEventListener('pointerdown', press)
    at.removeEventListener('pointermove', move)
    at.removeEventListener('pointerup', end)
    at.removeEventListener('pointercancel', end)
    window.visualViewport?.removeEventListener('resize', giveWay)
    at.style.touchAction = ''
    at.style.translate = ''
    at.removeAttribute('data-swiping')
  }
}
