/**
 * Whether a key belongs to the input method: in the middle of a Hangul syllable Enter, Tab and Escape end the syllable, and do nothing
 * else. Safari ends the composition before it tells the key, which then has the code 229 alone.
 */
export const isComposing = (event: Pick<KeyboardEvent, 'isComposing' | 'keyCode'>): boolean =>
  event.isComposing || event.keyCode === 229

/**
 * Keeps a dialog open when Escape belongs to the input method: it must not discard what the person is writing. Also keeps the
 * dialog open if a field with `data-escape` takes the key.
 */
export const keepWhileComposing = (event: KeyboardEvent): void => {
  const { target } = event
  if (isComposing(event) || (target instanceof HTMLElement && 'escape' in target.dataset)) event.preventDefault()
}
