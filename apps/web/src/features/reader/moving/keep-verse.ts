import { activeColumn, type Column, type ReaderState, versesOf } from '../columns/reader-state.ts'
import { keepSpot, pieceOf, readIn, scrollerOf, topOf } from './reading-place.ts'

// The verse that was chosen, linked or read stays at its height in the window, whatever changes around it: a panel, another
// version, other letters, another width, what another device wrote. This code is fetched after the text.

/** Milliseconds after the last scrolling at which the person has come to a place. */
const SETTLED_MS = 120
/** Smaller differences are the browser's rounding, in pixels. */
const SAME_PX = 0.5
/** A window that was turned shows at least so much above its lower edge, in pixels: a line, and the bar at the thumb. */
const FOOT_PX = 120

/** Where a verse stands in the window. `verse`: null at the beginning of a chapter, where nothing is chosen. */
type Anchor = {
  readonly column: Column
  readonly verse: number | null
  readonly chosen: boolean
  /** Its height in the window, in pixels: where it was, and where it is if the window has no such place any more. */
  readonly top: number
  readonly now: number
  readonly scroller: Element | null
  readonly scrolled: number
  readonly width: number
}

/** The columns that one scroller moves. `host`: the element that has room above and below the text. */
type Group = { readonly scroller: Element; readonly host: HTMLElement; readonly sections: readonly HTMLElement[] }

const isSameChapter = (a: Column, b: Column): boolean => a.book === b.book && a.chapter === b.chapter

const topOfVerse = (section: HTMLElement, verse: number): number | null =>
  pieceOf(section, verse)?.getClientRects()[0]?.top ?? null

/** The first of some verses that can be seen. */
const seenOf = (section: HTMLElement, verses: readonly number[]): number | null => {
  const above = topOf(section)
  const seen = verses.find((verse) =>
    [...section.querySelectorAll(`.verse[data-verse='${verse}']`)].some((piece) => {
      const { top, bottom, height } = piece.getBoundingClientRect()
      return height > 0 && top < innerHeight && bottom > above
    }),
  )
  return seen ?? null
}

const room = (host: HTMLElement, at: 'above' | 'below'): number =>
  Number.parseFloat(host.style.getPropertyValue(`--room-${at}`)) || 0
const setRoom = (host: HTMLElement, at: 'above' | 'below', height: number): void => {
  if (height > 0) host.style.setProperty(`--room-${at}`, `${height}px`)
  else host.style.removeProperty(`--room-${at}`)
}
const hasRoom = (host: HTMLElement): boolean => room(host, 'above') + room(host, 'below') > 0

/** Gives back what room the person has scrolled past. Nothing that is seen moves. */
const giveBackRoom = ({ scroller, host }: Group): void => {
  const above = room(host, 'above')
  if (above > 0 && scroller.scrollTop >= above) {
    const scrolled = scroller.scrollTop
    setRoom(host, 'above', 0)
    scroller.scrollTop = scrolled - above
  }
  const beneath = scroller.scrollHeight - scroller.clientHeight - scroller.scrollTop
  if (beneath >= room(host, 'below')) setRoom(host, 'below', 0)
}

/** Scrolls the text up by so much. At its ends it makes room. */
const moveText = ({ scroller, host }: Group, by: number): void => {
  const before = scroller.scrollTop
  scroller.scrollTop = before + by
  const missing = by - (scroller.scrollTop - before)
  if (Math.abs(missing) <= SAME_PX) return
  setRoom(host, missing < 0 ? 'above' : 'below', Math.abs(missing))
  if (missing > 0) scroller.scrollTop = before + by
}

/** Scrolled less far than before because there is no more text. */
const isCutShort = (scroller: Element, scrolled: number): boolean =>
  scroller.scrollTop < scrolled && scroller.scrollHeight - scroller.clientHeight - scroller.scrollTop <= 1

/** What is kept in view after each change of the reader; see `update`. */
export const keepVerse = (root: HTMLElement) => {
  let reader: ReaderState | null = null
  let entry = ''
  /** By column. Null: the person was brought to a place in it, and nothing is noted of that yet. */
  const anchors = new Map<string, Anchor | null>()
  /** The anchor of the active column: a column that comes in its place or beside it begins there. */
  let latest: Anchor | null = null
  let timer: ReturnType<typeof setTimeout> | undefined

  const columnOf = (section: HTMLElement): Column | undefined =>
    reader?.columns.find(({ id }) => id === section.dataset.column)
  const isOf = (anchor: Anchor | null | undefined, column: Column): anchor is Anchor =>
    anchor != null && isSameChapter(anchor.column, column)
  const sections = () => [...root.querySelectorAll<HTMLElement>('[data-column]')]

  /** Of columns that scroll together the one in which something is chosen comes first, then the active one. */
  const groups = (): Group[] => {
    const rank = ({ dataset: { column } }: HTMLElement) =>
      column === reader?.choice?.column ? 0 : column === reader?.active ? 1 : 2
    const all = new Map<Element, HTMLElement[]>()
    for (const section of sections().toSorted((a, b) => rank(a) - rank(b))) {
      const scroller = scrollerOf(section)
      all.set(scroller, [...(all.get(scroller) ?? []), section])
    }
    return [...all].flatMap(([scroller, of]) => {
      const host = of.find((section) => section === scroller) ?? root.querySelector<HTMLElement>('.columns')
      return host ? [{ scroller, host, sections: of }] : []
    })
  }

  const note = (group: Group, column: Column, is: Pick<Anchor, 'verse' | 'chosen' | 'top' | 'now'>): void => {
    const { scroller } = group
    const anchor = { ...is, column, scroller, scrolled: scroller.scrollTop, width: innerWidth }
    for (const section of group.sections) {
      const one = columnOf(section)
      if (one && isOf(anchor, one)) anchors.set(one.id, { ...anchor, column: one })
    }
    if (reader && group.sections.some(({ dataset }) => dataset.column === reader?.active))
      latest = { ...anchor, column: activeColumn(reader) }
  }

  /** Which verse is to stay from now on, unless it is the same, and stands where it stood. */
  const noteWhere = (group: Group): void => {
    const choice = reader?.choice ?? null
    const chosenAt = reader?.columns.find(({ id }) => id === choice?.column)
    for (const section of group.sections) {
      const column = columnOf(section)
      // Behind a tab, or its text is not here yet.
      if (!column || !section.querySelector('.verse')?.getClientRects().length) continue
      const { scroller } = group
      const chosen = chosenAt && isSameChapter(chosenAt, column) ? seenOf(section, versesOf(choice)) : null
      const known = anchors.get(column.id)
      const stays = isOf(known, column) && (chosen === null ? !known.chosen : chosen === known.verse)
      if (stays && known.scroller === scroller && known.scrolled === scroller.scrollTop) return
      const verse = chosen ?? (scroller.scrollTop > 0 ? readIn(section) : null)
      const top = verse === null ? 0 : topOfVerse(section, verse)
      if (top === null) continue
      note(group, column, { verse, chosen: chosen !== null, top, now: top })
      return
    }
  }

  /** Where an anchor's verse is to stand, in the window's pixels. */
  const wantedTop = (anchor: Anchor, { scroller }: Group, section: HTMLElement): number => {
    if (anchor.width !== innerWidth) return Math.max(topOf(section), Math.min(anchor.top, innerHeight - FOOT_PX))
    const own = anchors.get(anchor.column.id) === anchor && scroller === anchor.scroller
    if (!own || isCutShort(scroller, anchor.scrolled)) return anchor.now
    return anchor.now - (scroller.scrollTop - anchor.scrolled)
  }

  /** Puts the verse of a group back to its height. Whether anything moved. */
  const putBack = (group: Group): boolean => {
    for (const section of group.sections) {
      const column = columnOf(section)
      const own = column && anchors.get(column.id)
      if (!column || own === null) continue
      const anchor = isOf(own, column) ? own : isOf(latest, column) ? latest : null
      if (!anchor) continue
      if (anchor.verse === null) {
        const moved = anchor.scroller !== group.scroller && section.querySelector('.verse') !== null
        if (moved) group.scroller.scrollTop = 0
        if (moved) note(group, column, { ...anchor, top: 0, now: 0 })
        return moved
      }
      const top = topOfVerse(section, anchor.verse)
      if (top === null) {
        // Its text is not here: when it comes, what was scrolled meanwhile says nothing.
        anchors.set(column.id, { ...anchor, column, scroller: null })
        continue
      }
      const wanted = wantedTop(anchor, group, section)
      if (Math.abs(top - wanted) <= SAME_PX && anchor.scroller === group.scroller) return false
      for (const at of ['above', 'below'] as const) setRoom(group.host, at, 0)
      moveText(group, (topOfVerse(section, anchor.verse) ?? wanted) - wanted)
      note(group, column, { ...anchor, now: wanted })
      return true
    }
    // Another chapter: it needs no room.
    if (hasRoom(group.host)) for (const at of ['above', 'below'] as const) setRoom(group.host, at, 0)
    return false
  }

  /** The bars of a small screen do not take this for reading on (quiet-bars.ts). */
  const tell = () => document.dispatchEvent(new Event('moved-by-page'))
  const putAllBack = () => {
    if (groups().map(putBack).some(Boolean)) tell()
  }
  const settle = () => {
    clearTimeout(timer)
    timer = undefined
    // First what changed since the last frame: where that put the verse is not where it was read.
    putAllBack()
    for (const group of groups()) {
      giveBackRoom(group)
      noteWhere(group)
    }
    for (const section of sections()) {
      const column = columnOf(section)
      if (column) keepSpot(section, entry, column)
    }
  }
  const scrolled = () => {
    clearTimeout(timer)
    timer = setTimeout(settle, SETTLED_MS)
  }
  const leave = () => timer !== undefined && settle()

  /** The person was brought to a place (use-arrival.ts): what was noted before does not count. */
  const arrived = ({ target }: Event) => {
    for (const { sections } of groups())
      if (sections.some((section) => section === target))
        for (const { dataset } of sections) if (dataset.column) anchors.set(dataset.column, null)
  }

  const observer = new ResizeObserver(putAllBack)
  // What another device wrote is rendered without the reader: it is put back at once, before anything else looks at the page.
  const mutations = new MutationObserver(putAllBack)
  mutations.observe(root, { childList: true, subtree: true, attributes: true, attributeFilter: ['data-marked'] })
  const observed = new Set<Element>()
  /** Whatever is above a verse, in its column or over all of them. */
  const observe = () => {
    const all = new Set<Element>([document.body, ...root.querySelectorAll('[data-column], .column-head, .column-body')])
    for (const element of observed) if (!all.has(element)) observer.unobserve(element)
    for (const element of all) if (!observed.has(element)) observer.observe(element)
    observed.clear()
    for (const element of all) observed.add(element)
  }

  root.addEventListener('arrived', arrived)
  document.addEventListener('scroll', scrolled, { capture: true, passive: true })
  const leaving = ['click', 'popstate', 'pagehide'] as const
  for (const event of leaving) addEventListener(event, leave, { capture: true })
  // The browser keeps another place than this verse.
  root.dataset.keepsVerse = ''
  return {
    /** Called after each rendering, before it is painted: puts verses back, and notes which are to stay. */
    update: (now: ReaderState, at: string): void => {
      reader = now
      entry = at
      observe()
      putAllBack()
      const shown = new Set(sections().map(({ dataset }) => dataset.column))
      for (const id of anchors.keys()) if (!shown.has(id)) anchors.delete(id)
      for (const group of groups()) noteWhere(group)
      tell()
    },
    end: (): void => {
      clearTimeout(timer)
      observer.disconnect()
      mutations.disconnect()
      delete root.dataset.keepsVerse
      root.removeEventListener('arrived', arrived)
      document.removeEventListener('scroll', scrolled, { capture: true })
      for (const event of leaving) removeEventListener(event, leave, { capture: true })
    },
  }
}
