import { useEffect, useState } from 'react'

/**
 * Announces the title of each page after the first to screen readers. Without this, only the loading of a document is
 * announced, and the router loads none. A focus that stays on the pressed link announces nothing either.
 */
export const PageAnnouncement = () => {
  const [title, setTitle] = useState('')
  useEffect(() => {
    let announced = document.title
    const observer = new MutationObserver(() => {
      if (document.title === announced) return
      announced = document.title
      setTitle(announced)
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
