import { type RefObject, useEffect, useEffectEvent, useState } from 'react'

/**
 * Scrolls a text in columns to its page number `page`, from 0, or to its last page if there are fewer pages. Returns
 * the number of pages, which is 1 until the text is laid out.
 */
export const useLinePages = (ref: RefObject<HTMLElement | null>, content: unknown, page: number): number => {
  const [pages, setPages] = useState(1)
  const lay = useEffectEvent(() => {
    const element = ref.current
    if (!element) return
    const count = Math.max(1, Math.round(element.scrollWidth / Math.max(1, element.clientWidth)))
    setPages(count)
    element.scrollLeft = Math.min(page, count - 1) * element.clientWidth
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: another page is at another place
  useEffect(() => lay(), [page])
  // biome-ignore lint/correctness/useExhaustiveDependencies: another text may have another number of pages
  useEffect(() => {
    const element = ref.current
    if (!element) return
    lay()
    // When the person turns the device, each page is at another place, so the text is scrolled again.
    const observer = new ResizeObserver(() => lay())
    observer.observe(element)
    // A font that loads later may be wider, and make more pages.
    void document.fonts?.ready.then(() => lay())
    return () => observer.disconnect()
  }, [ref, content])
  return pages
}
