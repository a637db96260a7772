import { type RefObject, useEffect, useState } from 'react'

/** The number of pages of a text in columns, after the browser has laid it out. */
export const useLinePages = (ref: RefObject<HTMLElement | null>, content: unknown): number => {
  const [pages, setPages] = useState(1)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another text may have another number of pages
  useEffect(() => {
    const element = ref.current
    if (!element) return
    const count = () => setPages(Math.max(1, Math.round(element.scrollWidth / Math.max(1, element.clientWidth))))
    count()
    const observer = new ResizeObserver(count)
    observer.observe(element)
    // A font that loads later may be wider, and make more pages.
    void document.fonts?.ready.then(count)
    return () => observer.disconnect()
  }, [ref, content])
  return pages
}
