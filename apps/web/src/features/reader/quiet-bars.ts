/**
 * The bars react only after the person has scrolled this far in one direction, in pixels. A trembling thumb does
 * nothing.
 */
const MEANT = 14
/** Within this distance from the top or the end of the page, in pixels, the bars are always shown. */
const NEAR_TOP = 120

/** Small screens, where the bars take space from the text (below the `wide` breakpoint of look.css). */
const SMALL = '(max-width: 759.98px)'

/**
 * On a small screen, hides the bars while the person scrolls down. The bars return when the person scrolls up or leaps
 * by more than a screen, at both ends of the page, and when the focus moves. Returns a function that stops listening.
 */
export const listenToReadingOn = (): (() => void) => {
  const root = document.documentElement
  const small = matchMedia(SMALL)
  let turningPoint = scrollY
  let last = scrollY
  const show = () => root.removeAttribute('data-reading-on')
  // The app scrolled the page, not the person. This does not count as reading on.
  const movedByPage = () => {
    turningPoint = scrollY
    last = scrollY
  }
  const onScroll = () => {
    // After a leap to a verse the bars are shown, because the person may want to go on from there.
    if (Math.abs(scrollY - last) > innerHeight) {
      movedByPage()
      return show()
    }
    const down = scrollY > last
    // When the direction changes, the distance is counted anew.
    if (down !== last > turningPoint) turningPoint = last
    last = scrollY
    const end = root.scrollHeight - innerHeight - scrollY < NEAR_TOP
    if (!small.matches || scrollY < NEAR_TOP || end) show()
    else if (scrollY - turningPoint > MEANT) root.setAttribute('data-reading-on', '')
    else if (turningPoint - scrollY > MEANT) show()
  }
  addEventListener('scroll', onScroll, { passive: true })
  document.addEventListener('moved-by-page', movedByPage)
  document.addEventListener('focusin', show)
  small.addEventListener('change', show)
  return () => {
    removeEventListener('scroll', onScroll)
    document.removeEventListener('moved-by-page', movedByPage)
    document.removeEventListener('focusin', show)
    small.removeEventListener('change', show)
    show()
  }
}
