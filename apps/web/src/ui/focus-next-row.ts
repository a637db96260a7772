/**
 * Before the row of a list goes with the control that was pressed: gives the focus, if that control has it, to the same
 * one of the row after it, else of the row before, else to what is around the list.
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
