/** Pixels of scrolling one way before the bars go or come: a trembling thumb does neither. */
const MEANT = 14
/** Above this place of the page the bars stay. */
const NEAR_TOP = 120

/** Small screens, where bars take room from the text (below the `wide` breakpoint of look.css). */
const SMALL = '(max-width: 759.98px)'

/** While the person reads on, the bars go. They are back on scrolling up, at both ends, and when one has the focus. Answers how to end it. */
export const listenToReadingOn = (): (() => void) => {
  const root = document.documentElement
  const small = matchMedia(SMALL)
  let turned = scrollY
  let last = scrollY
  const show = () => root.removeAttribute('data-reading-on')
  // The page kept a verse in its place, or led to one: that is no reading.
  const movedByPage = () => {
    turned = scrollY
    last = scrollY
  }
  const scrolled = () => {
    // A leap is no reading: the page brought the person to a verse, and they may want to go on from there.
    if (Math.abs(scrollY - last) > innerHeight) {
      movedByPage()
      return show()
    }
    const down = scrollY > last
    // Where the direction changed is where the way begins to count.
    if (down !== last > turned) turned = last
    last = scrollY
    const end = root.scrollHeight - innerHeight - scrollY < NEAR_TOP
    if (!small.matches || scrollY < NEAR_TOP || end) show()
    else if (scrollY - turned > MEANT) root.setAttribute('data-reading-on', '')
    else if (turned - scrollY > MEANT) show()
  }
  addEventListener('scroll', scrolled, { passive: true })
  document.addEventListener('moved-by-page', movedByPage)
  document.addEventListener('focusin', show)
  small.addEventListener('change', show)
  return () => {
    removeEventListener('scroll', scrolled)
    document.removeEventListener('moved-by-page', movedByPage)
    document.removeEventListener('focusin', show)
    small.removeEventListener('change', show)
    show()
  }
}
