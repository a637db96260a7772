/**
 * Keeps a dialog open when Escape belongs to the input method: in the middle of a Hangul syllable it ends the
 * composition, and must not throw away what is being written.
 */
export const keepWhileComposing = (event: KeyboardEvent): void => {
  if (event.isComposing) event.preventDefault()
}
