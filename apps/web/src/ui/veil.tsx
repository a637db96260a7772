import { useLayoutEffect, useState } from 'react'

let open = 0

/**
 * Covers the page while a modal is open. The page behind does not scroll, and does not move when its scrollbar
 * disappears. Radix' own overlay would add a style element, which the content security policy refuses.
 */
export const Veil = ({ above = false, clear = false }: { above?: boolean; clear?: boolean }) => {
  // The scrollbar is measured before the modal is in the page. A later measurement would force the browser to lay the
  // modal out first.
  const [scrollbar] = useState(() => innerWidth - document.documentElement.clientWidth)
  useLayoutEffect(() => {
    const { style } = document.documentElement
    open += 1
    if (open === 1) {
      style.paddingInlineEnd = `${scrollbar}px`
      style.overflow = 'hidden'
    }
    return () => {
      open -= 1
      if (open > 0) return
      style.paddingInlineEnd = ''
      style.overflow = ''
    }
  }, [scrollbar])
  return <div className={`veil ${above ? 'z-50' : ''} ${clear ? 'bg-transparent!' : ''}`} data-modal />
}
