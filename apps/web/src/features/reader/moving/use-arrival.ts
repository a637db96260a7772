import { type RefObject, useLayoutEffect, useRef } from 'react'
import { useLocation, useNavigationType } from 'react-router-dom'
import type { Column } from '../columns/reader-state.ts'
import { entryOf, visitOf } from '../columns/visit.ts'
import { layOutNow } from '../text/lay-out-by-and-by.ts'
import { scrollerOf, showBeginning, showChapter, showVisit, topOf } from './reading-place.ts'

type Arriving = {
  readonly section: RefObject<HTMLElement | null>
  readonly column: Column
  /** Its text is on the page, and the page is the browser's: what it comes back to is known. */
  readonly shown: boolean
  /** The first chosen verse. */
  readonly verse: number | null
  /** It decides what is seen: it scrolls by itself, or it is the active one of those that scroll together. */
  readonly leads: boolean
}

/** Scrolls no further than needed; a verse that is out of view comes to its middle. */
const bringIntoView = (verse: Element, above: number): void => {
  const { top, bottom } = verse.getBoundingClientRect()
  if (top >= above && bottom <= innerHeight - 80) return
  verse.scrollIntoView({ block: bottom < above || top > innerHeight - 80 ? 'center' : 'nearest' })
}

const isSame = (a: Column, b: Column): boolean =>
  a.id === b.id && a.version === b.version && a.book === b.book && a.chapter === b.chapter

type Seen = {
  readonly column: Column
  readonly comes: string | null
  readonly verse: number | null
  readonly entry: string
}

/**
 * Brings the right place of a chapter into view when the person comes to it and its text is there. If they come back to
 * this entry of the history, it is the place where they were. Else it is the verse that they went to. Else, if they
 * turned pages or go on reading, it is the place where they left the chapter. Else it is the chapter's beginning. Where only the
 * version, the tab or the layout changed, keep-verse.ts keeps the place.
 */
export const useArrival = (arriving: Arriving): void => {
  const { section, column, shown, verse, leads } = arriving
  const location = useLocation()
  const back = useNavigationType() === 'POP'
  const visit = visitOf(location)
  const entry = entryOf(location)
  const coming = visit?.coming ?? (verse === null ? 'passage' : 'verse')
  /** The visit by which the person came or comes back; null where only something that was open has changed. */
  const comes = back || coming !== 'stay' ? location.key : null
  /** What was on the page last. */
  const seen = useRef<Seen | null>(null)
  /** The column that stands at its top already and waits for its text. */
  const waiting = useRef<Column | null>(null)

  useLayoutEffect(() => {
    const at = section.current
    if (!at) return
    const before = seen.current
    const same = before !== null && isSame(before.column, column)
    const sameChapter = before?.column.book === column.book && before.column.chapter === column.chapter
    if (!shown) {
      if (!sameChapter && leads && !back && waiting.current !== column) showBeginning(at)
      waiting.current = column
      return
    }
    waiting.current = null
    seen.current = { column, comes, verse, entry }
    // The person closed what lay over the page by going back. They were on this page all the time.
    const closed = back && before?.entry === entry
    const came = comes !== null && comes !== before?.comes && !closed
    const chosen = verse === null ? null : at.querySelector(`.verse[data-verse='${verse}']`)
    if (!leads) return
    if (chosen || back || coming !== 'passage' || scrollerOf(at).scrollTop > 0) layOutNow(at)
    const bring = () => {
      if (chosen?.isConnected) bringIntoView(chosen, topOf(at))
    }
    const otherVersion = !same && coming === 'passage' && !back
    if (sameChapter && (!came || otherVersion)) {
      // Chosen by keyboard or from elsewhere. One that was clicked is in view already.
      if (same && verse !== before.verse) bring()
      return
    }
    /** Shows the place once more when keep-verse.ts is here, unless the page was scrolled meanwhile. */
    const hold = (show: () => void) => {
      if (came) at.dispatchEvent(new Event('arrived', { bubbles: true }))
      const scrolled = scrollerOf(at).scrollTop
      import('./keep-verse.ts')
        .then(() => {
          if (at.isConnected && scrollerOf(at).scrollTop === scrolled) show()
        })
        // The network went before this code had come: the place was shown once already.
        .catch(() => undefined)
    }
    if (back && came && showVisit(at, entry, column)) return hold(() => showVisit(at, entry, column))
    if (coming === 'verse' && came) {
      // The verse is in the column beside this one. This column stays where it is.
      if (same && verse === null) return
      showBeginning(at)
      bring()
      return hold(bring)
    }
    if ((coming === 'stay' || coming === 'onward') && showChapter(at, column))
      return hold(() => showChapter(at, column))
    if (!(back && scrollerOf(at).scrollTop > 0)) showBeginning(at)
    hold(() => undefined)
  }, [section, column, shown, verse, leads, entry, coming, comes, back])
}
