/** `pass` is null until focus-in-place.ts has loaded, which loads later than the page and sets `pass`. */
export const focusInPlace: { pass: ((gone: HTMLElement) => void) | null } = { pass: null }

/**
 * A ref for an element that disappears after its button was pressed, such as "Try again". If the element has the focus
 * when it is removed, its replacement gets the focus.
 */
export const passFocusOn = (gone: HTMLElement | null) => () => {
  if (gone) focusInPlace.pass?.(gone)
}
