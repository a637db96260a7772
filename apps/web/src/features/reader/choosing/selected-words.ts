import type { ChosenWords } from '../columns/reader-state.ts'
import { wordsInRange } from '../text/text-offsets.ts'

/** A selection by touch or keys counts as made after this time without a change, in milliseconds. */
const SETTLED_MS = 250

type Listener = {
  /** Called when words were selected in the column with this id. */
  readonly onWords: (column: string, words: readonly ChosenWords[]) => void
  /** Called when no words are selected any more. */
  readonly onNone: () => void
}

const elementOf = (node: Node | null): Element | null =>
  node instanceof Element ? node : (node?.parentElement ?? null)
const columnOf = (node: Node | null): HTMLElement | null =>
  elementOf(node)?.closest<HTMLElement>('[data-column]') ?? null
const isInText = (node: Node | null): boolean => elementOf(node)?.closest('.scripture') != null

/** The text position at a point of the window, if any. */
export const caretAt = (x: number, y: number): readonly [Node, number] | null => {
  if ('caretPositionFromPoint' in document) {
    const at = document.caretPositionFromPoint(x, y)
    return at && [at.offsetNode, at.offset]
  }
  // Safari has only the older function.
  const range = (document as { caretRangeFromPoint?: (x: number, y: number) => Range | null }).caretRangeFromPoint?.(
    x,
    y,
  )
  return range ? [range.startContainer, range.startOffset] : null
}

/**
 * A verse's number cannot be selected, so a drag that begins on it selects from the verse's first word on. Returns a
 * function that ends this.
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

/** Keeps a mouse selection in one column: the others cannot be selected until the returned function is called. */
const disableOtherColumns = (column: Element) => {
  const others = [...(column.parentElement?.children ?? [])].filter((other) => other !== column)
  for (const other of others) other.toggleAttribute('data-aside', true)
  return () => {
    for (const other of others) other.removeAttribute('data-aside')
  }
}

/** Calls back when words were selected in a column by mouse, pen, touch or keys. Returns a function that stops this. */
export const listenToSelection = ({ onWords, onNone }: Listener): (() => void) => {
  /**
   * Ends the drag of a mouse or pen. Its selection is read when the button is released. Null without such a drag, as for touch,
   * where the system's handles send no events.
   */
  let endDragging: (() => void) | null = null
  let timer: ReturnType<typeof setTimeout> | undefined

  const read = () => {
    const selection = getSelection()
    if (!selection || selection.rangeCount === 0) return
    if (selection.isCollapsed) {
      // Moving the focus (to a dialog or field) ends the browser's selection, but not the choice in the reader.
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
    // The browser updates the selection of a click only after this event.
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
