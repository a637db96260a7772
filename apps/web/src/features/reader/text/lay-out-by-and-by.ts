import type { Block } from './lay-out-chapter.ts'

/** More text than any window shows, in UTF-16 units; so much can be laid out in one frame without delaying a touch. */
const A_SCREEN = 2500
/** A short line of poetry counts as this many units, because it takes a full line. */
const A_LINE = 50

const lengthOf = (block: Block): number => {
  if (block.kind === 'heading') return A_LINE
  let length = 0
  for (const { parts } of block.pieces) for (const { text } of parts) length += text.length
  return Math.max(A_LINE, length)
}

/** The index of the first block below any first screen; the number of blocks if there is none. */
export const firstAhead = (blocks: readonly Block[]): number => {
  let before = 0
  const first = blocks.findIndex((block) => {
    before += lengthOf(block)
    return before - lengthOf(block) >= A_SCREEN
  })
  return first === -1 ? blocks.length : first
}

const waitingIn = (within: ParentNode): HTMLElement[] => [...within.querySelectorAll<HTMLElement>('[data-ahead]')]

/** Lays out the whole text. Call it before scrolling to a place in it. */
export const layOutNow = (within: ParentNode): void => {
  for (const block of waitingIn(within)) delete block.dataset.ahead
}

/**
 * A long chapter of the server's HTML is painted before its end is laid out (look/scripture.css). This lays out the
 * rest, a screen in each frame. Returns a function that stops it.
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
