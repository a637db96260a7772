/**
 * Keeps a dialog open when Escape belongs to the input method. In the middle of a Hangul syllable Escape ends the
 * composition; it must not throw away what the person is writing.
 */
export const keepWhileComposing = (event: KeyboardEvent): void => {
  if (event.isComposing) event.preventDefault()
}
