import { activeColumn, type Column, type ReaderState, versesOf } from '../columns/reader-state.ts'
import { keepSpot, pieceOf, scrollerOf, topOf, topVerseIn } from './reading-place.ts'

// Keeps a verse at its height in the window while the layout around it changes: the verse that the person chose, came
// to by a link, or reads. The layout changes with a panel, another version, other fonts, another width, or changes from
// another device. This code is fetched after the text.

/** Without a scroll event for this time, in milliseconds, scrolling counts as ended. */
const SETTLED_MS = 120
/** Smaller differences, in pixels, come from the browser's rounding and do not count. */
const SAME_PX = 0.5
/**
 * After a rotation the verse is at least this far above the window's lower edge, in pixels. This leaves room for a line
 * and a notice.
 */
const FOOT_PX = 120

/** The position of a verse in the window. `verse` is null at the beginning of a chapter without a choice. */
type Anchor = {
  readonly column: Column
  readonly verse: number | null
  readonly chosen: boolean
  /**
   * The verse's distance from the window's top, in pixels. `top` is the distance when the anchor was noted; `now` is
   * the distance that the verse must have now.
   */
  readonly top: number
  readonly now: number
  readonly scroller: Element | null
  readonly scrollTop: number
  readonly width: number
}

/** The columns that scroll together. `host` is the element to which space above and below the text can be added. */
type Group = { readonly scroller: Element; readonly host: HTMLElement; readonly sections: readonly HTMLElement[] }

const isSameChapter = (a: Column, b: Column): boolean => a.book === b.book && a.chapter === b.chapter

const topOfVerse = (section: HTMLElement, verse: number): number | null =>
  pieceOf(section, verse)?.getClientRects()[0]?.top ?? null

/** The first of these verses that is visible. A bridge (4-5) shows all its verses. */
const firstVisibleOf = (section: HTMLElement, verses: readonly number[]): number | null => {
  const above = topOf(section)
  const visible = verses.find((verse) => {
    const shown = pieceOf(section, verse)?.dataset.verse
    return [...section.querySelectorAll(`.verse[data-verse='${shown}']`)].some((piece) => {
      const { top, bottom, height } = piece.getBoundingClientRect()
      return height > 0 && top < innerHeight && bottom > above
    })
  })
  return visible ?? null
}

const room = (host: HTMLElement, at: 'above' | 'below'): number =>
  Number.parseFloat(host.style.getPropertyValue(`--room-${at}`)) || 0
const setRoom = (host: HTMLElement, at: 'above' | 'below', height: number): void => {
  if (height > 0) host.style.setProperty(`--room-${at}`, `${height}px`)
  else host.style.removeProperty(`--room-${at}`)
}
const hasRoom = (host: HTMLElement): boolean => room(host, 'above') + room(host, 'below') > 0

/** Removes added space that the person has scrolled past. Nothing visible moves. */
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

/** Moves the text up by `by` pixels. Where the scroller ends, space is added. */
const moveText = ({ scroller, host }: Group, by: number): void => {
  const before = scroller.scrollTop
  scroller.scrollTop = before + by
  const missing = by - (scroller.scrollTop - before)
  if (Math.abs(missing) <= SAME_PX) return
  setRoom(host, missing < 0 ? 'above' : 'below', Math.abs(missing))
  if (missing > 0) scroller.scrollTop = before + by
}

/** Whether the browser scrolled back because the text became shorter. */
const isCutShort = (scroller: Element, scrolled: number): boolean =>
  scroller.scrollTop < scrolled && scroller.scrollHeight - scroller.clientHeight - scroller.scrollTop <= 1

/** Starts keeping verses in their places. The caller must call `update` after each rendering. */
export const keepVerse = (root: HTMLElement) => {
  let reader: ReaderState | null = null
  let entry = ''
  /** The anchor of each column. Null if the person was just brought to a place and no anchor is noted yet. */
  const anchors = new Map<string, Anchor | null>()
  /** The anchor of the active column. A new column begins at it. */
  let latest: Anchor | null = null
  let timer: ReturnType<typeof setTimeout> | undefined

  const columnOf = (section: HTMLElement): Column | undefined =>
    reader?.columns.find(({ id }) => id === section.dataset.column)
  const isOf = (anchor: Anchor | null | undefined, column: Column): anchor is Anchor =>
    anchor != null && isSameChapter(anchor.column, column)
  const sections = () => [...root.querySelectorAll<HTMLElement>('[data-column]')]

  /** The groups of columns. In each, the column with the choice comes first, then the active column. */
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
    const anchor = { ...is, column, scroller, scrollTop: scroller.scrollTop, width: innerWidth }
    for (const section of group.sections) {
      const one = columnOf(section)
      if (one && isOf(anchor, one)) anchors.set(one.id, { ...anchor, column: one })
    }
    if (reader && group.sections.some(({ dataset }) => dataset.column === reader?.active))
      latest = { ...anchor, column: activeColumn(reader) }
  }

  /** Notes which verse to keep in its place, unless that verse is already noted at this position. */
  const noteAnchor = (group: Group): void => {
    const choice = reader?.choice ?? null
    const chosenAt = reader?.columns.find(({ id }) => id === choice?.column)
    for (const section of group.sections) {
      const column = columnOf(section)
      // The editor's tab is in front of the column, or the column's text has not loaded.
      if (!column || !section.querySelector('.verse')?.getClientRects().length) continue
      const { scroller } = group
      const chosen = chosenAt && isSameChapter(chosenAt, column) ? firstVisibleOf(section, versesOf(choice)) : null
      const noted = anchors.get(column.id)
      const stays = isOf(noted, column) && (chosen === null ? !noted.chosen : chosen === noted.verse)
      if (stays && noted.scroller === scroller && noted.scrollTop === scroller.scrollTop) return
      const verse = chosen ?? (scroller.scrollTop > 0 ? topVerseIn(section) : null)
      const top = verse === null ? 0 : topOfVerse(section, verse)
      if (top === null) continue
      note(group, column, { verse, chosen: chosen !== null, top, now: top })
      return
    }
  }

  /** The distance from the window's top that an anchor's verse should have, in pixels. */
  const wantedTop = (anchor: Anchor, { scroller }: Group, section: HTMLElement): number => {
    if (anchor.width !== innerWidth) return Math.max(topOf(section), Math.min(anchor.top, innerHeight - FOOT_PX))
    const own = anchors.get(anchor.column.id) === anchor && scroller === anchor.scroller
    if (!own || isCutShort(scroller, anchor.scrollTop)) return anchor.now
    return anchor.now - (scroller.scrollTop - anchor.scrollTop)
  }

  /** Scrolls a group's verse back to its position. Returns whether anything moved. */
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
        // The column's text has not loaded. Scrolling before it has loaded must not count.
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
    // No verse of these columns is kept in its place now, so no added space is needed.
    if (hasRoom(group.host)) for (const at of ['above', 'below'] as const) setRoom(group.host, at, 0)
    return false
  }

  /** Tells quiet-bars.ts that the app scrolled the page, so that the bars are not hidden. */
  const announceMove = () => document.dispatchEvent(new Event('moved-by-page'))
  const putAllBack = () => {
    if (groups().map(putBack).some(Boolean)) announceMove()
  }
  const settle = () => {
    clearTimeout(timer)
    timer = undefined
    // Changes since the last frame may have moved the verse, so it is first put back.
    putAllBack()
    for (const group of groups()) {
      giveBackRoom(group)
      noteAnchor(group)
    }
    for (const section of sections()) {
      const column = columnOf(section)
      if (column) keepSpot(section, entry, column)
    }
  }
  const onScroll = () => {
    clearTimeout(timer)
    timer = setTimeout(settle, SETTLED_MS)
  }
  const leave = () => timer !== undefined && settle()

  /**
   * Handles the event that use-arrival.ts sends after it has brought the person to a place. The earlier anchors are no
   * longer valid.
   */
  const arrived = ({ target }: Event) => {
    for (const { sections } of groups())
      if (sections.some((section) => section === target))
        for (const { dataset } of sections) if (dataset.column) anchors.set(dataset.column, null)
  }

  const observer = new ResizeObserver(putAllBack)
  // Marks of changes from other devices are added without a rendering of the reader. Verses are put back before the
  // next paint.
  const mutations = new MutationObserver(putAllBack)
  mutations.observe(root, { childList: true, subtree: true, attributes: true, attributeFilter: ['data-marked'] })
  const observed = new Set<Element>()
  /** Observes every element whose size can move a verse. */
  const observe = () => {
    const all = new Set<Element>([document.body, ...root.querySelectorAll('[data-column], .column-head, .column-body')])
    for (const element of observed) if (!all.has(element)) observer.unobserve(element)
    for (const element of all) if (!observed.has(element)) observer.observe(element)
    observed.clear()
    for (const element of all) observed.add(element)
  }

  root.addEventListener('arrived', arrived)
  document.addEventListener('scroll', onScroll, { capture: true, passive: true })
  const leaving = ['click', 'popstate', 'pagehide'] as const
  for (const event of leaving) addEventListener(event, leave, { capture: true })
  // Turns off the browser's own scroll anchoring, which would keep another element in its place (look/reader.css).
  root.dataset.keepsVerse = ''
  return {
    /** To be called after each rendering, before the paint. Puts verses back, and notes the verses to keep. */
    update: (now: ReaderState, at: string): void => {
      reader = now
      entry = at
      observe()
      putAllBack()
      const shown = new Set(sections().map(({ dataset }) => dataset.column))
      for (const id of anchors.keys()) if (!shown.has(id)) anchors.delete(id)
      for (const group of groups()) noteAnchor(group)
      announceMove()
    },
    end: (): void => {
      clearTimeout(timer)
      observer.disconnect()
      mutations.disconnect()
      delete root.dataset.keepsVerse
      root.removeEventListener('arrived', arrived)
      document.removeEventListener('scroll', onScroll, { capture: true })
      for (const event of leaving) removeEventListener(event, leave, { capture: true })
    },
  }
}
