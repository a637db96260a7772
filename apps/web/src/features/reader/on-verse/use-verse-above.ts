import { type RefObject, useEffect } from 'react'
import type { Chosen } from '../../../study/study-kind.ts'

/** The least distance between the chosen words and the sheet or a bar, in pixels. */
const GAP_PX = 12
/**
 * If the space between the bars and the sheet is smaller than this, in pixels, the verse may also use the space of the
 * bars.
 */
const LEAST_ROOM_PX = 150

const rectsOf = ({ column, parts }: Chosen): readonly DOMRect[] => {
  const own = column.id ? document.querySelector(`[data-column='${CSS.escape(column.id)}']`) : null
  return parts.flatMap(({ verse }) =>
    [...(own ?? document).querySelectorAll(`.verse[data-verse='${verse.verse}']`)].flatMap((piece) => [
      ...piece.getClientRects(),
    ]),
  )
}

/**
 * Keeps the chosen verses visible above the sheet with `content`. The text scrolls up as the sheet grows and as the
 * keyboard opens. At the end of a chapter the page gets extra space for this. When the sheet closes, the text scrolls
 * back, unless the person has scrolled meanwhile.
 */
export const useVerseAbove = (content: RefObject<HTMLElement | null>, chosen: Chosen): void => {
  useEffect(() => {
    const sheet = content.current?.closest<HTMLElement>('.modal')
    if (!sheet) return
    const { style } = document.documentElement
    const before = scrollY
    let after = scrollY
    const look = () => {
      const rects = rectsOf(chosen)
      const [first] = rects
      if (!first) return
      style.paddingBlockEnd = `${sheet.offsetHeight}px`
      // Computes the sheet's final position, because the sheet is still sliding in.
      const { bottom } = getComputedStyle(sheet)
      const top = innerHeight - Number.parseFloat(bottom) - sheet.offsetHeight
      const hidden = Math.max(...rects.map((rect) => rect.bottom)) - top + GAP_PX
      const bars = document.querySelector('.column-head')?.getBoundingClientRect().bottom ?? 0
      // With the on-screen keyboard there is no room for the bars. They hide as the text scrolls up.
      const head = top - bars < LEAST_ROOM_PX ? 0 : bars
      const by = Math.min(hidden, first.top - head - GAP_PX)
      if (by <= 0) return
      scrollBy({ top: by })
      after = scrollY
    }
    const observer = new ResizeObserver(look)
    observer.observe(sheet)
    visualViewport?.addEventListener('resize', look)
    return () => {
      observer.disconnect()
      visualViewport?.removeEventListener('resize', look)
      if (Math.abs(scrollY - after) < 1) scrollTo({ top: before })
      style.paddingBlockEnd = ''
    }
  }, [content, chosen])
}
