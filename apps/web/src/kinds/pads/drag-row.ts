/** The distance in pixels after which a press becomes a drag. */
const SLACK = 5
/**
 * While the pointer is closer than EDGE to the window's upper or lower edge, the page scrolls by STEP in each frame.
 * EDGE and STEP are in pixels.
 */
const EDGE = 72
const STEP = 14

/** Stops the click that follows a drag, so that it does not reach the grip. */
const swallowClick = () => {
  const swallow = (event: Event) => event.stopPropagation()
  document.addEventListener('click', swallow, { capture: true })
  setTimeout(() => document.removeEventListener('click', swallow, { capture: true }))
}

/**
 * Drags a row of a list by its grip. During the drag only the row moves, and a line shows its new place. `onDrop` gets
 * the row's new index among the other rows, from 0. Escape cancels the drag. A press without a move is not a drag.
 */
export const dragRow = (
  press: Pick<PointerEvent, 'pointerId' | 'clientX' | 'clientY'>,
  row: HTMLElement,
  list: HTMLElement,
  onDrop: (to: number) => void,
): void => {
  const others = [...list.querySelectorAll<HTMLElement>('[data-row]')].filter((other) => other !== row)
  const line = document.createElement('div')
  line.className = 'pad-drop'
  const from = { x: press.clientX, y: press.clientY + scrollY }
  let at = press.clientY
  let to: number | null = null
  let frame = 0

  const show = () => {
    // Binary search for the first row whose middle is below the pointer.
    let [low, high] = [0, others.length]
    while (low < high) {
      const middle = (low + high) >> 1
      const { top = 0, height = 0 } = others[middle]?.getBoundingClientRect() ?? {}
      if (top + height / 2 < at) low = middle + 1
      else high = middle
    }
    to = low
    row.style.translate = `0 ${at + scrollY - from.y}px`
    const beneath = others[low]?.getBoundingClientRect().top ?? others.at(-1)?.getBoundingClientRect().bottom ?? 0
    line.style.top = `${beneath - list.getBoundingClientRect().top}px`
  }
  const scroll = () => {
    const by = at < EDGE ? -STEP : at > innerHeight - EDGE ? STEP : 0
    if (by !== 0) {
      scrollBy(0, by)
      show()
    }
    frame = requestAnimationFrame(scroll)
  }
  const move = ({ pointerId, clientX, clientY }: PointerEvent) => {
    if (pointerId !== press.pointerId) return
    at = clientY
    if (to === null) {
      if (Math.hypot(clientX - from.x, clientY + scrollY - from.y) < SLACK) return
      row.dataset.dragged = ''
      list.append(line)
      frame = requestAnimationFrame(scroll)
    }
    show()
  }
  const stop = () => {
    listening.abort()
    cancelAnimationFrame(frame)
    line.remove()
    delete row.dataset.dragged
    row.style.removeProperty('translate')
  }
  const drop = ({ pointerId }: PointerEvent) => {
    if (pointerId !== press.pointerId) return
    stop()
    if (to === null) return
    swallowClick()
    onDrop(to)
  }
  const cancel = (event: Event) => {
    if (event instanceof KeyboardEvent && event.key !== 'Escape') return
    if (to !== null) event.stopPropagation()
    stop()
  }
  const listening = new AbortController()
  const { signal } = listening
  document.addEventListener('pointermove', move, { signal })
  document.addEventListener('pointerup', drop, { signal })
  document.addEventListener('pointercancel', cancel, { signal })
  document.addEventListener('keydown', cancel, { signal, capture: true })
}
