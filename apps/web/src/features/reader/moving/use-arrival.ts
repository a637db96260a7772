import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react'
import { useLocation, useNavigationType } from 'react-router-dom'
import { useFetched } from '../../../ui/use-fetched.ts'
import type { Column } from '../columns/reader-state.ts'
import { entryOf, visitOf } from '../columns/visit.ts'
import { layOutNow } from '../text/lay-out-by-and-by.ts'
import { scrollerOf, showBeginning, showChapter, showVisit } from './reading-place.ts'

type Arriving = {
  readonly section: RefObject<HTMLElement | null>
  readonly column: Column
  /** Its text is on the page, and the page is the browser's: what it comes back to is known. */
  readonly shown: boolean
  /** The first chosen verse. */
  readonly verse: number | null
  /** It decides what is seen: it scrolls by itself, or it is the active one of those that scroll together. */
  readonly leads: boolean
  /** How the columns stand. In another way the same place is somewhere else. */
  readonly layout: string
}

/** Scrolls no further than needed; a verse that is out of view comes to its middle. */
const bringIntoView = (verse: Element): void => {
  const { top, bottom } = verse.getBoundingClientRect()
  if (top >= 120 && bottom <= innerHeight - 80) return
  verse.scrollIntoView({ block: bottom < 120 || top > innerHeight - 80 ? 'center' : 'nearest' })
}

const isSame = (a: Column, b: Column): boolean =>
  a.id === b.id && a.version === b.version && a.book === b.book && a.chapter === b.chapter

type Seen = {
  readonly column: Column
  readonly layout: string
  readonly comes: string | null
  readonly verse: number | null
  readonly entry: string
}

/**
 * Brings the right place of a chapter into view when the person comes to it and its text is there. If they come back to
 * this entry of the history, it is the place where they were. Else it is the verse that they went to. Else, if they
 * only changed the version, the tab or the layout, turned pages, or go on reading, it is the place where they left the
 * chapter. Else it is the chapter's beginning.
 */
export const useArrival = (arriving: Arriving): void => {
  const { section, column, shown, verse, leads, layout } = arriving
  const location = useLocation()
  const back = useNavigationType() === 'POP'
  const visit = visitOf(location)
  const entry = entryOf(location)
  const coming = visit?.coming ?? (verse === null ? 'passage' : 'verse')
  /** The visit by which the person came or comes back; null where only something that was open has changed. */
  const comes = back || coming !== 'stay' ? location.key : null
  /** What was on the page last. */
  const seen = useRef<Seen | null>(null)
  const letGo = useRef<() => void>(() => undefined)
  /** The column that stands at its top already and waits for its text. */
  const waiting = useRef<Column | null>(null)

  useLayoutEffect(() => {
    const at = section.current
    if (!at) return
    const before = seen.current
    const same = before !== null && isSame(before.column, column)
    const moved = !same || before.layout !== layout
    if (!shown) {
      if (moved && leads && !back && waiting.current !== column) showBeginning(at)
      waiting.current = column
      return
    }
    waiting.current = null
    seen.current = { column, layout, comes, verse, entry }
    // The person closed what lay over the page by going back. They were on this page all the time.
    const closed = back && before?.entry === entry
    const came = comes !== null && comes !== before?.comes && !closed
    const chosen = verse === null ? null : at.querySelector(`.verse[data-verse='${verse}']`)
    if (!leads) return
    if (chosen || back || coming !== 'passage' || scrollerOf(at).scrollTop > 0) layOutNow(at)
    const bring = () => {
      if (chosen?.isConnected) bringIntoView(chosen)
    }
    // Chosen by keyboard or from elsewhere. One that was clicked is in view already.
    if (!(moved || came)) {
      if (verse !== before.verse) bring()
      return
    }
    letGo.current()
    /** Holds the place. This code comes with the code that keeps places, after the text. */
    const hold = (show: () => void) => {
      let end: (() => void) | null = () => undefined
      letGo.current = () => {
        end?.()
        end = null
      }
      void import('./keep-place.ts').then(({ holdPlace }) => {
        if (end) end = holdPlace(at, show)
      })
    }
    const elsewhere = same && before.layout !== layout
    if (((back && came) || elsewhere) && showVisit(at, entry, column)) {
      hold(() => showVisit(at, entry, column))
      return
    }
    if (coming === 'verse' && came) {
      // The verse is in the column beside this one. This column stays where it is.
      if (same && verse === null) return
      showBeginning(at)
      bring()
      hold(bring)
      return
    }
    const sameChapter = before?.column.book === column.book && before.column.chapter === column.chapter
    if (((sameChapter && moved) || coming === 'stay' || coming === 'onward') && showChapter(at, column)) {
      hold(() => showChapter(at, column))
      return
    }
    if (!(back && scrollerOf(at).scrollTop > 0)) showBeginning(at)
  }, [section, column, shown, verse, leads, layout, entry, coming, comes, back])

  useEffect(() => () => letGo.current(), [])
  const keepPlace = useFetched(true, async () => (await import('./keep-place.ts')).keepPlace)
  useEffect(() => {
    if (keepPlace && shown && section.current) return keepPlace(section.current, entry, column)
  }, [keepPlace, section, column, shown, entry])
}
