import type { ChosenWords } from '../columns/reader-state.ts'
import { wordsInRange } from '../text/text-offsets.ts'

/** Milliseconds without a change after which a selection by touch or by keys is taken as made. */
const SETTLED_MS = 250

type Listener = {
  /** Words were selected in the column of this id. */
  readonly onWords: (column: string, words: readonly ChosenWords[]) => void
  /** Nothing in a text is selected any more. */
  readonly onNone: () => void
}

const elementOf = (node: Node | null): Element | null =>
  node instanceof Element ? node : (node?.parentElement ?? null)
const columnOf = (node: Node | null): HTMLElement | null =>
  elementOf(node)?.closest<HTMLElement>('[data-column]') ?? null
const isInText = (node: Node | null): boolean => elementOf(node)?.closest('.scripture') != null

/** Where the words at a point of the window are, if any. */
const caretAt = (x: number, y: number): readonly [Node, number] | null => {
  if ('caretPositionFromPoint' in document) {
    const at = document.caretPositionFromPoint(x, y)
    return at && [at.offsetNode, at.offset]
  }
  // Safari has only the older name.
  const range = (document as { caretRangeFromPoint?: (x: number, y: number) => Range | null }).caretRangeFromPoint?.(
    x,
    y,
  )
  return range ? [range.startContainer, range.startOffset] : null
}

/** A drag that begins on a verse's number, which cannot itself be selected, selects from that verse's first word on. Answers how to end it. */
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

/** While words of one column are being selected, the mouse selects none of the others. */
const keepOthersOut = (column: Element) => {
  const others = [...(column.parentElement?.children ?? [])].filter((other) => other !== column)
  for (const other of others) other.toggleAttribute('data-aside', true)
  return () => {
    for (const other of others) other.removeAttribute('data-aside')
  }
}

/** Hears of words that are selected in a column, by mouse, pen, touch or keys, once the selection is made. Answers how to end that. */
export const listenToSelection = ({ onWords, onNone }: Listener): (() => void) => {
  /** Being dragged by mouse or pen: it is read when they let go. Fingers drag the system's own handles, unseen by us. */
  let dragging: (() => void) | null = null
  let timer: ReturnType<typeof setTimeout> | undefined

  const read = () => {
    const selection = getSelection()
    if (!selection || selection.rangeCount === 0) return
    if (selection.isCollapsed) {
      // The focus going elsewhere (a dialog, a field) ends the browser's selection, not ours.
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
    const letOthersIn = keepOthersOut(column)
    const number = target.closest<HTMLElement>('.verse-number')
    const endDrag = number && !event.shiftKey ? dragFromNumber(number, event) : null
    dragging = () => {
      letOthersIn()
      endDrag?.()
    }
  }
  const letGo = () => {
    if (!dragging) return
    dragging()
    dragging = null
    clearTimeout(timer)
    // The browser changes the selection of a click only after this event.
    timer = setTimeout(read)
  }
  const change = () => {
    if (dragging) return
    clearTimeout(timer)
    timer = setTimeout(read, SETTLED_MS)
  }
  document.addEventListener('pointerdown', press)
  document.addEventListener('pointerup', letGo)
  document.addEventListener('pointercancel', letGo)
  document.addEventListener('selectionchange', change)
  return () => {
    clearTimeout(timer)
    dragging?.()
    document.removeEventListener('pointerdown', press)
    document.removeEventListener('pointerup', letGo)
    document.removeEventListener('pointercancel', letGo)
    document.removeEventListener('selectionchange', change)
  }
}
