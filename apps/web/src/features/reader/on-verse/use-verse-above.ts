import { type RefObject, useEffect } from 'react'
import type { Chosen } from '../../../study/study-kind.ts'

/** Between the chosen words and a sheet, or what stays at the top of the window, in pixels. */
const GAP_PX = 12
/** Less room than this between the bars and the sheet is left to the verse alone, in pixels. */
const LEAST_ROOM_PX = 150

const rectsOf = ({ column, parts }: Chosen): readonly DOMRect[] => {
  const own = 'id' in column ? document.querySelector(`[data-column='${CSS.escape(String(column.id))}']`) : null
  return parts.flatMap(({ verse }) =>
    [...(own ?? document).querySelectorAll(`.verse[data-verse='${verse.verse}']`)].flatMap((piece) => [
      ...piece.getClientRects(),
    ]),
  )
}

/**
 * Keeps the chosen verses in view above the sheet that has `content`: the text scrolls up as the sheet grows with what is
 * written, and as the keyboard comes. At the end of a chapter the page gets the room that this needs. The text scrolls back
 * when the sheet goes, unless the person has scrolled meanwhile.
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
      // Where it comes to rest: it is still sliding in.
      const { bottom } = getComputedStyle(sheet)
      const top = innerHeight - Number.parseFloat(bottom) - sheet.offsetHeight
      const hidden = Math.max(...rects.map((rect) => rect.bottom)) - top + GAP_PX
      const bars = document.querySelector('.column-head')?.getBoundingClientRect().bottom ?? 0
      // With a keyboard there is no room for them; they go as the text scrolls up.
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
