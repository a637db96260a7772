/** How many paragraphs or lines are laid out in one frame: less work than a touch would notice, also on a slow phone. */
const A_FRAME = 24

/** The whole text has its true height from now on: before somebody is led to a place in it. */
export const layOutNow = (within: ParentNode | null): void => {
  const ahead = within?.querySelector<HTMLElement>('[data-ahead]')
  if (ahead) delete ahead.dataset.ahead
}

/**
 * A long chapter from the server shows its first words before its last ones are laid out (look/scripture.css); this lays
 * out the rest, some of it in each frame. Returns how to stop.
 */
export const layOutByAndBy = (text: HTMLElement): (() => void) => {
  const waiting = [...text.children].filter((block) => block instanceof HTMLElement)
  let frame = 0
  const next = () => {
    for (const block of waiting.splice(0, A_FRAME)) block.style.contentVisibility = 'visible'
    if (waiting.length > 0 && text.dataset.ahead !== undefined) {
      frame = requestAnimationFrame(next)
      return
    }
    delete text.dataset.ahead
    for (const block of text.children)
      if (block instanceof HTMLElement) block.style.removeProperty('content-visibility')
  }
  frame = requestAnimationFrame(next)
  return () => cancelAnimationFrame(frame)
}
