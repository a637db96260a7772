/**
 * Call it before a list row is removed by the button that was pressed. If the button has the focus, the same button of
 * the next row gets it, else of the previous row, else the element around the list.
 */
export const focusNextRow = (pressed: HTMLButtonElement): void => {
  const row = pressed.closest('li')
  if (!row || document.activeElement !== pressed) return
  const at = [...row.querySelectorAll('button')].indexOf(pressed)
  const beside = row.nextElementSibling ?? row.previousElementSibling
  const same = beside?.querySelectorAll('button')[at]
  const next = same ?? row.closest<HTMLElement>("[tabindex='-1']")
  next?.focus({ preventScroll: same === undefined })
}
