/** Pixels before a touch is taken for a swipe, and how much flatter than steep it has to be. */
const BEGINS = 12
const FLAT = 1.4
/** A swipe turns the page beyond so many pixels, or so many a millisecond. */
const FAR = 88
const FAST = 0.5
/** The edges belong to the system's own gestures. */
const EDGE = 24
const TURN_MS = 170

type Turn = (() => void) | null
/** Null at an end of the Bible. */
type Turns = { readonly onPrevious: Turn; readonly onNext: Turn }

const slide = (text: HTMLElement, from: string, to: string): Promise<unknown> => {
  if (matchMedia('(prefers-reduced-motion: reduce)').matches) return Promise.resolve()
  const options = { duration: TURN_MS, easing: 'cubic-bezier(0.2, 0.7, 0.2, 1)' }
  return text.animate([{ translate: from }, { translate: to }], options).finished
}

/**
 * Turns to the chapter before or after by a swipe of one finger over a text, which follows it, and goes back if it was not meant.
 * Answers how to end that.
 */
export const listenToSwipes = (at: HTMLElement, { onPrevious, onNext }: Turns): (() => void) => {
  let begun: { id: number; x: number; y: number; time: number } | null = null
  let swiping = false
  /** How far the text has gone; less than the finger where there is no chapter. */
  const gone = (by: number) => ((by < 0 ? onNext : onPrevious) ? by : by / 5)

  /** It was no swipe: the text goes back to where it was. */
  const goBack = async () => {
    const here = at.style.translate
    at.style.translate = ''
    await slide(at, here, '0px')
    at.removeAttribute('data-swiping')
  }

  const press = (event: PointerEvent) => {
    // Another finger: the two enlarge the page, and what becomes of the first one is not heard of any more.
    if (swiping) {
      swiping = false
      void goBack()
    }
    const free = event.pointerType === 'touch' && event.isPrimary && getSelection()?.isCollapsed !== false
    const inner = event.clientX > EDGE && event.clientX < innerWidth - EDGE
    begun = free && inner ? { id: event.pointerId, x: event.clientX, y: event.clientY, time: event.timeStamp } : null
  }
  const move = (event: PointerEvent) => {
    if (event.pointerId !== begun?.id) return
    const [x, y] = [event.clientX - begun.x, event.clientY - begun.y]
    if (!swiping) {
      if (Math.abs(x) < BEGINS || Math.abs(x) < Math.abs(y) * FLAT) return
      // A long press selects words: its movement is not for us.
      if (getSelection()?.isCollapsed === false) {
        begun = null
        return
      }
      swiping = true
      at.style.setProperty('--swipe-at', `${innerHeight / 2 - at.getBoundingClientRect().top}px`)
      at.setAttribute('data-swiping', '')
    }
    at.style.translate = `${gone(x)}px`
  }
  const end = async (event: PointerEvent) => {
    if (event.pointerId !== begun?.id) return
    const { x, time } = begun
    begun = null
    if (!swiping) return
    swiping = false
    const by = event.clientX - x
    const far = Math.abs(by) > FAR || Math.abs(by) / (event.timeStamp - time) > FAST
    const turn = event.type === 'pointerup' && far ? (by < 0 ? onNext : onPrevious) : null
    if (!turn) return goBack()
    const here = at.style.translate
    at.style.translate = ''
    const out = by < 0 ? '-100%' : '100%'
    await slide(at, here, out)
    turn()
    void slide(at, by < 0 ? '40%' : '-40%', '0px')
    at.removeAttribute('data-swiping')
  }
  at.addEventListener('pointerdown', press)
  at.addEventListener('pointermove', move)
  at.addEventListener('pointerup', end)
  at.addEventListener('pointercancel', end)
  return () => {
    at.removeEventListener('pointerdown', press)
    at.removeEventListener('pointermove', move)
    at.removeEventListener('pointerup', end)
    at.removeEventListener('pointercancel', end)
    at.style.translate = ''
    at.removeAttribute('data-swiping')
  }
}
