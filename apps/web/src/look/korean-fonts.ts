let asked = false

/** Makes the Korean serif available, the first time somebody shows Korean text. */
export const loadKoreanFonts = (): void => {
  if (asked) return
  asked = true
  // Without it the system's own Korean face is shown: nothing to report.
  import('./korean-fonts.css').catch(() => {
    asked = false
  })
}
