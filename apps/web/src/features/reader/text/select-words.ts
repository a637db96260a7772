/**
 * Extends or shrinks a selection of words by Shift and an arrow key. `number` is the button with a verse's number. A
 * new selection begins at the verse's first word. With Alt, the selection's beginning moves instead of its end.
 */
export const selectWords = (number: HTMLElement, key: string, altKey: boolean): void => {
  const verse = number.closest('.verse')
  const selection = getSelection()
  if (!(verse && selection)) return
  const way = key === 'ArrowRight' ? 'forward' : 'backward'
  const within = !selection.isCollapsed && verse.contains(selection.anchorNode)
  if (!within) {
    const text = number.nextSibling ?? verse
    selection.setBaseAndExtent(text, 0, text, 0)
  }
  if (!altKey) {
    selection.modify('extend', way, 'word')
    return
  }
  const { anchorNode, anchorOffset, focusNode, focusOffset } = selection
  if (!(anchorNode && focusNode)) return
  selection.setBaseAndExtent(focusNode, focusOffset, anchorNode, anchorOffset)
  selection.modify('extend', way, 'word')
  const { focusNode: start, focusOffset: at } = selection
  if (start) selection.setBaseAndExtent(start, at, focusNode, focusOffset)
}
