import type { Block } from './lay-out-chapter.ts'

/**
 * More text than any window shows, in UTF-16 units. A phone can lay out this much in one frame without delaying a
 * touch.
 */
const A_SCREEN = 2500
/** A short line of poetry counts as this many UTF-16 units, because it takes a full line. */
const A_LINE = 50

const lengthOf = (block: Block): number => {
  if (block.kind === 'heading') return A_LINE
  let length = 0
  for (const { parts } of block.pieces) for (const { text } of parts) length += text.length
  return Math.max(A_LINE, length)
}

/**
 * The index of the first block that is below the first screen in any window. If there is none, it is the number of
 * blocks.
 */
export const firstAhead = (blocks: readonly Block[]): number => {
  let before = 0
  const first = blocks.findIndex((block) => {
    before += lengthOf(block)
    return before - lengthOf(block) >= A_SCREEN
  })
  return first === -1 ? blocks.length : first
}

const waitingIn = (within: ParentNode): HTMLElement[] => [...within.querySelectorAll<HTMLElement>('[data-ahead]')]

/**
 * Lays out the whole text: removes `data-ahead`, the attribute by which look/scripture.css delays a block's layout.
 * Must be called before the page scrolls to a place in the text.
 */
export const layOutNow = (within: ParentNode): void => {
  for (const block of waitingIn(within)) delete block.dataset.ahead
}

/**
 * Lays out the rest of a long chapter, one screen in each frame. The browser paints the server's HTML before the end of
 * the chapter is laid out (look/scripture.css). Returns a function that stops the work.
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
