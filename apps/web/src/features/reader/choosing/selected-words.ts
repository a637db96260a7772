import type { ChosenWords } from '../columns/reader-state.ts'
import { wordsInRange } from '../text/text-offsets.ts'

/** A selection by touch or keys is complete when it has not changed for this time, in milliseconds. */
const SETTLED_MS = 250

type Listener = {
  /** Called when the person has selected words in the column with this id. */
  readonly onWords: (column: string, words: readonly ChosenWords[]) => void
  /** Called when the selection has ended. */
  readonly onNone: () => void
}

const elementOf = (node: Node | null): Element | null =>
  node instanceof Element ? node : (node?.parentElement ?? null)
const columnOf = (node: Node | null): HTMLElement | null =>
  elementOf(node)?.closest<HTMLElement>('[data-column]') ?? null
const isInText = (node: Node | null): boolean => elementOf(node)?.closest('.scripture') != null

/** The text position at a point of the window, or null. */
export const caretAt = (x: number, y: number): readonly [Node, number] | null => {
  if ('caretPositionFromPoint' in document) {
    const at = document.caretPositionFromPoint(x, y)
    return at && [at.offsetNode, at.offset]
  }
  // Older versions of Safari have only this function.
  const range = (document as { caretRangeFromPoint?: (x: number, y: number) => Range | null }).caretRangeFromPoint?.(
    x,
    y,
  )
  return range ? [range.startContainer, range.startOffset] : null
}

/**
 * A verse's number cannot be selected, so a drag that begins on the number selects from the verse's first word on.
 * Returns a function that ends the drag.
 */
const dragFromNumber = (number: HTMLElement, press: PointerEvent) => {
  let dragged = false
  const move = (event: PointerEvent) => {
    if (!dragged && Math.hypot(event.clientX - press.clientX, event.clientY - press.clientY) < 5) return
    const at = caretAt(event.clientX, event.clientY)
    if (!(at && isInText(at[0]))) return
    dragged = true
    const verse = number.closest('.verse')
    if (verse) getSelection()?.setBaseAndExtent(verse, 0, at[0], at[1])
  }
  document.addEventListener('pointermove', move)
  return () => document.removeEventListener('pointermove', move)
}

/**
 * Keeps a selection by mouse or pen within one column. The other columns cannot be selected until the returned function
 * is called.
 */
const disableOtherColumns = (column: Element) => {
  const others = [...(column.parentElement?.children ?? [])].filter((other) => other !== column)
  for (const other of others) other.toggleAttribute('data-aside', true)
  return () => {
    for (const other of others) other.removeAttribute('data-aside')
  }
}

/**
 * Calls the listener when words were selected in a column by mouse, pen, touch or keys. Returns a function that stops
 * the calls.
 */
export const listenToSelection = ({ onWords, onNone }: Listener): (() => void) => {
  /**
   * Ends a drag by mouse or pen. The selection is read when the button is released. Null without a drag. A selection by
   * touch is no drag, because the handles of the system send no events.
   */
  let endDragging: (() => void) | null = null
  let timer: ReturnType<typeof setTimeout> | undefined

  const read = () => {
    const selection = getSelection()
    if (!selection || selection.rangeCount === 0) return
    if (selection.isCollapsed) {
      // The browser's selection also ends when the focus moves to a dialog or field. In that case the choice in the
      // reader stays.
      if (isInText(selection.anchorNode)) onNone()
      return
    }
    const column = columnOf(selection.anchorNode) ?? columnOf(selection.focusNode)
    if (!(column?.dataset.column && (isInText(selection.anchorNode) || isInText(selection.focusNode)))) return
    const words = wordsInRange(column, selection.getRangeAt(0))
    if (words.length > 0) onWords(column.dataset.column, words)
  }
  const press = (event: PointerEvent) => {
    if (event.pointerType === 'touch' || event.button !== 0) return
    const target = event.target instanceof Element ? event.target : null
    const column = columnOf(target)
    if (!(column && target && isInText(target))) return
    const enableOtherColumns = disableOtherColumns(column)
    const number = target.closest<HTMLElement>('.verse-number')
    const endDrag = number && !event.shiftKey ? dragFromNumber(number, event) : null
    endDragging = () => {
      enableOtherColumns()
      endDrag?.()
    }
  }
  const letGo = () => {
    if (!endDragging) return
    endDragging()
    endDragging = null
    clearTimeout(timer)
    // After a click the browser updates the selection only after this event.
    timer = setTimeout(read)
  }
  const change = () => {
    if (endDragging) return
    clearTimeout(timer)
    timer = setTimeout(read, SETTLED_MS)
  }
  document.addEventListener('pointerdown', press)
  document.addEventListener('pointerup', letGo)
  document.addEventListener('pointercancel', letGo)
  document.addEventListener('selectionchange', change)
  return () => {
    clearTimeout(timer)
    endDragging?.()
    document.removeEventListener('pointerdown', press)
    document.removeEventListener('pointerup', letGo)
    document.removeEventListener('pointercancel', letGo)
    document.removeEventListener('selectionchange', change)
  }
}
