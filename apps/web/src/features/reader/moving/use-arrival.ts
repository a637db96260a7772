import { type RefObject, useLayoutEffect, useRef } from 'react'
import { useLocation, useNavigationType } from 'react-router-dom'
import type { Column } from '../columns/reader-state.ts'
import { entryOf, visitOf } from '../columns/visit.ts'
import { layOutNow } from '../text/lay-out-by-and-by.ts'
import { pieceOf, scrollerOf, showBeginning, showChapter, showVisit, topOf } from './reading-place.ts'

type Arriving = {
  readonly section: RefObject<HTMLElement | null>
  readonly column: Column
  /** Whether the column's text is on the page and hydrated. Before that the saved places are unknown. */
  readonly shown: boolean
  /** The first chosen verse. Null if no verse is chosen. */
  readonly verse: number | null
  /**
   * Whether the column controls the scrolling: it scrolls separately, or it is the active column of those that scroll
   * together.
   */
  readonly leads: boolean
}

/** Scrolls as little as needed. A verse that is out of view is centred. */
const bringIntoView = (verse: Element, above: number): void => {
  const { top, bottom } = verse.getBoundingClientRect()
  if (top >= above && bottom <= innerHeight - 80) return
  verse.scrollIntoView({ block: bottom < above || top > innerHeight - 80 ? 'center' : 'nearest' })
}

const isSame = (a: Column, b: Column): boolean =>
  a.id === b.id && a.version === b.version && a.book === b.book && a.chapter === b.chapter

type LastShown = {
  readonly column: Column
  readonly arrivalKey: string | null
  readonly verse: number | null
  readonly entry: string
}

/**
 * Scrolls to the right place when the person comes to a chapter and its text is shown. After going back it is the place
 * where they were; after a link to a verse it is the verse. After turning the page it is the place where they left the
 * chapter. Without any of these it is the chapter's beginning. If only the version, tab or layout changed,
 * keep-verse.ts keeps the place.
 */
export const useArrival = (arriving: Arriving): void => {
  const { section, column, shown, verse, leads } = arriving
  const location = useLocation()
  const back = useNavigationType() === 'POP'
  const visit = visitOf(location)
  const entry = entryOf(location)
  const coming = visit?.coming ?? (verse === null ? 'passage' : 'verse')
  /** The key of the location by which the person came or returned. Null if only an open column changed. */
  const arrivalKey = back || coming !== 'stay' ? location.key : null
  /** The column in the last rendering that showed its text. */
  const lastShown = useRef<LastShown | null>(null)
  /** The column that waits for its text. It is scrolled to its top only when the waiting begins. */
  const waiting = useRef<Column | null>(null)

  useLayoutEffect(() => {
    const at = section.current
    if (!at) return
    const before = lastShown.current
    const isSameColumn = before !== null && isSame(before.column, column)
    const sameChapter = before?.column.book === column.book && before.column.chapter === column.chapter
    if (!shown) {
      if (!sameChapter && leads && !back && waiting.current !== column) showBeginning(at)
      waiting.current = column
      return
    }
    waiting.current = null
    lastShown.current = { column, arrivalKey, verse, entry }
    // Going back only closed a layer over the page, such as a dialog, so the person never left the page.
    const layerClosed = back && before?.entry === entry
    const hasArrived = arrivalKey !== null && arrivalKey !== before?.arrivalKey && !layerClosed
    const chosen = verse === null ? null : pieceOf(at, verse)
    if (!leads) return
    if (chosen || back || coming !== 'passage' || scrollerOf(at).scrollTop > 0) layOutNow(at)
    const bring = () => {
      if (chosen?.isConnected) bringIntoView(chosen, topOf(at))
    }
    const otherVersion = !isSameColumn && coming === 'passage' && !back
    if (sameChapter && (!hasArrived || otherVersion)) {
      // The verse may have been chosen by keyboard or by an address. A clicked verse is visible already.
      if (isSameColumn && verse !== before.verse) bring()
      return
    }
    /** Shows the place again once keep-verse.ts has loaded, unless the page was scrolled meanwhile. */
    const hold = (show: () => void) => {
      if (hasArrived) at.dispatchEvent(new Event('arrived', { bubbles: true }))
      const scrolled = scrollerOf(at).scrollTop
      import('./keep-verse.ts')
        .then(() => {
          if (at.isConnected && scrollerOf(at).scrollTop === scrolled) show()
        })
        // The device went offline before keep-verse.ts had loaded. The place was already shown once.
        .catch(() => undefined)
    }
    if (back && hasArrived && showVisit(at, entry, column)) return hold(() => showVisit(at, entry, column))
    if (coming === 'verse' && hasArrived) {
      // The verse is in another column, so this column stays.
      if (isSameColumn && verse === null) return
      showBeginning(at)
      bring()
      return hold(bring)
    }
    if ((coming === 'stay' || coming === 'onward') && showChapter(at, column))
      return hold(() => showChapter(at, column))
    if (!(back && scrollerOf(at).scrollTop > 0)) showBeginning(at)
    hold(() => undefined)
  }, [section, column, shown, verse, leads, entry, coming, arrivalKey, back])
}
