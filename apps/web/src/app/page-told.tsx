import { useEffect, useState } from 'react'

/**
 * Tells screen readers the title of each page that is shown after the first. A browser does so by itself only where it
 * loads a page, and the focus may stay where it was: on a link of the bar, or on the one to the next chapter.
 */
export const PageTold = () => {
  const [title, setTitle] = useState('')
  useEffect(() => {
    let shown = document.title
    const observer = new MutationObserver(() => {
      if (document.title === shown) return
      shown = document.title
      setTitle(shown)
    })
    observer.observe(document.head, { childList: true, characterData: true, subtree: true })
    return () => observer.disconnect()
  }, [])
  return (
    <p aria-live="polite" className="sr-only print:hidden">
      {title}
    </p>
  )
}
