/**
 * Whether a key belongs to the input method. Within a Hangul syllable, Enter, Tab and Escape only end the syllable. Safari ends the
 * composition before it sends the event of the key. Then only the key's code, 229, shows it.
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
