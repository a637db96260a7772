/**
 * Keeps a dialog open when Escape belongs to the input method: in the middle of a Hangul syllable, Escape ends the
 * composition and must not discard what the person is writing.
 */
export const keepWhileComposing = (event: KeyboardEvent): void => {
  if (event.isComposing) event.preventDefault()
}
