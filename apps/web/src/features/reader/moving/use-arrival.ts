import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react'
import { useLocation, useNavigationType } from 'react-router-dom'
import type { Column } from '../columns/desk.ts'
import { visitOf } from '../columns/visit.ts'
import { layOutNow } from '../text/lay-out-by-and-by.ts'
import { keepSpot, scrollerOf, showBeginning, showSpot } from './reading-place.ts'

/** Milliseconds after the last scrolling at which the place is kept. */
const KEPT_AFTER_MS = 120

type Arriving = {
  readonly section: RefObject<HTMLElement | null>
  readonly column: Column
  /** Its text is on the page. */
  readonly shown: boolean
  /** The first chosen verse. */
  readonly verse: number | null
}

/** Scrolls no further than needed; a verse that is out of view comes to its middle. */
const bringIntoView = (verse: Element): void => {
  const { top, bottom } = verse.getBoundingClientRect()
  if (top >= 120 && bottom <= innerHeight - 80) return
  verse.scrollIntoView({ block: bottom < 120 || top > innerHeight - 80 ? 'center' : 'nearest' })
}

/**
 * Brings the right place of a chapter into view when its text comes: the verse that was gone to; where somebody comes back to,
 * the place they had left; else its beginning. Keeps that place as the reader moves on.
 */
export const useArrival = ({ section, column, shown, verse }: Arriving): void => {
  const back = useNavigationType() === 'POP'
  const visit = visitOf(useLocation())
  const again = visit !== null && (back || visit.again)
  /** The column whose text was on the page last. */
  const seen = useRef<Column | null>(null)

  useLayoutEffect(() => {
    const at = section.current
    if (!(shown && at)) return
    const before = seen.current
    seen.current = column
    const arrives = before !== column
    const chosen = verse === null ? null : at.querySelector(`.verse[data-verse='${verse}']`)
    if (chosen || again || scrollerOf(at).scrollTop > 0) layOutNow(at)
    const show = () => {
      if (chosen) bringIntoView(chosen)
    }
    // Chosen by keyboard or from elsewhere. One that was clicked is in view already.
    if (!arrives) return show()
    const sameChapter = before?.book === column.book && before.chapter === column.chapter
    if ((sameChapter || again) && showSpot(at, column)) return
    // A page that is loaded anew or come back to is where the browser puts it.
    if (!back) showBeginning(at)
    if (!(back && scrollerOf(at).scrollTop > 0)) show()
  }, [section, column, shown, verse, again, back])

  useEffect(() => {
    const at = section.current
    if (!(shown && at)) return
    let timer: ReturnType<typeof setTimeout> | undefined
    const keep = () => {
      clearTimeout(timer)
      timer = setTimeout(() => keepSpot(at, column), KEPT_AFTER_MS)
    }
    document.addEventListener('scroll', keep, { capture: true, passive: true })
    return () => {
      clearTimeout(timer)
      document.removeEventListener('scroll', keep, { capture: true })
    }
  }, [section, column, shown])
}
