import type { Block } from './lay-out-chapter.ts'

/** More text than any window shows, in UTF-16 units; as much is laid out in one frame without a touch noticing. */
const A_SCREEN = 2500
/** What a short line of poetry counts: it takes the room of a full one. */
const A_LINE = 50

const lengthOf = (block: Block): number => {
  if (block.kind === 'heading') return A_LINE
  let length = 0
  for (const { parts } of block.pieces) for (const { text } of parts) length += text.length
  return Math.max(A_LINE, length)
}

/** The first block that no window shows before the person scrolls. Where there is none: how many blocks there are. */
export const firstAhead = (blocks: readonly Block[]): number => {
  let before = 0
  const first = blocks.findIndex((block) => {
    before += lengthOf(block)
    return before - lengthOf(block) >= A_SCREEN
  })
  return first === -1 ? blocks.length : first
}

const waitingIn = (within: ParentNode): HTMLElement[] => [...within.querySelectorAll<HTMLElement>('[data-ahead]')]

/** Gives the whole text its true height. Called before the page leads the person to a place in it. */
export const layOutNow = (within: ParentNode): void => {
  for (const block of waitingIn(within)) delete block.dataset.ahead
}

/**
 * A long chapter from the server shows its first words before its last ones are laid out (look/scripture.css). This
 * lays out the rest, a screen of it in each frame. Returns how to stop.
 */
export const layOutByAndBy = (text: HTMLElement): (() => void) => {
  let frame = 0
  const next = () => {
    let length = 0
    for (const block of waitingIn(text)) {
      if (length >= A_SCREEN) {
        frame = requestAnimationFrame(next)
        return
      }
      length += Math.max(A_LINE, block.textContent.length)
      delete block.dataset.ahead
    }
  }
  frame = requestAnimationFrame(next)
  return () => cancelAnimationFrame(frame)
}
