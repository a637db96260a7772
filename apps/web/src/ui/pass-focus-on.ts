/** `pass`: see focus-in-place.ts. Null until that code has loaded, which it does after every page. */
export const focusInPlace: { pass: ((gone: HTMLElement) => void) | null } = { pass: null }

/**
 * A ref of what goes away after its button was pressed, such as "Try again". If the focus is in it then, what comes in its place gets the
 * focus.
 */
export const passFocusOn = (gone: HTMLElement | null) => () => {
  if (gone) focusInPlace.pass?.(gone)
}
