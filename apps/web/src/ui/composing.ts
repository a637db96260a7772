/**
 * Keeps a dialog open when Escape belongs to the input method: in the middle of a Hangul syllable, Escape ends the
 * composition and must not discard what the person is writing. The same where a field with `data-escape` takes the key.
 */
export const keepWhileComposing = (event: KeyboardEvent): void => {
  const { isComposing, target } = event
  if (isComposing || (target instanceof HTMLElement && 'escape' in target.dataset)) event.preventDefault()
}
