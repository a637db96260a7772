/**
 * Whether a key belongs to the input method: while a Hangul syllable is typed, Enter, Tab and Escape only end the
 * syllable. Safari ends the composition before it sends the key's event, so only the key code 229 tells.
 */
export const isComposing = (event: Pick<KeyboardEvent, 'isComposing' | 'keyCode'>): boolean =>
  event.isComposing || event.keyCode === 229

/**
 * Keeps a dialog open if Escape belongs to the input method, or to a field with `data-escape`. Closing would discard
 * the person's words.
 */
export const keepWhileComposing = (event: KeyboardEvent): void => {
  const { target } = event
  if (isComposing(event) || (target instanceof HTMLElement && 'escape' in target.dataset)) event.preventDefault()
}
