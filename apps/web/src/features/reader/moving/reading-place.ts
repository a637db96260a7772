import type { ChapterReference } from '../../../bible/chapter-reference.ts'
import { deviceStorage } from '../../../device/device-storage.ts'
import { visitStorage } from '../../../device/visit-storage.ts'

// This module alone knows the place where the person reads. A place is a verse and an offset. There is one for each
// column at each entry of the browser's history (back, forward, reload), and one for each chapter (another version, a
// tab, turning back, another day).

/** The verse at the top, and how many pixels of it are scrolled away; null at the beginning of the chapter. */
type Spot = { readonly verse: number; readonly beyond: number } | null

/** By chapter, on the device: what was open last, so that the person can go on another day. */
const CHAPTERS = 'columns.spots'
/** By history entry and column, as long as the tab lives. */
const VISITS = 'columns.visits'
/** So many are kept. */
const MOST_VISITS = 150

const chapterOf = ({ book, chapter }: ChapterReference): string => `${book} ${chapter}`
/** A column at an entry of the history; it shows a chapter there. */
const visitOf = (entry: string, column: ChapterReference & { readonly id: string }): string =>
  `${entry} ${column.id} ${chapterOf(column)}`

const isSpot = (value: unknown): value is Spot => {
  if (value === null) return true
  const { verse, beyond } = value as Partial<NonNullable<Spot>>
  return Number.isFinite(verse) && Number.isFinite(beyond)
}

const parsed = (kept: string | null): Map<string, Spot> => {
  try {
    const value: unknown = JSON.parse(kept ?? '{}')
    return new Map(Object.entries(value ?? {}).filter((entry): entry is [string, Spot] => isSpot(entry[1])))
  } catch {
    return new Map()
  }
}
const written = (spots: Iterable<readonly [string, Spot]>): string => JSON.stringify(Object.fromEntries(spots))

/** Read from the device once something asks. */
let known: { readonly chapters: Map<string, Spot>; readonly visits: Map<string, Spot> } | null = null
const spots = () => {
  known ??= { chapters: parsed(deviceStorage.get(CHAPTERS)), visits: parsed(visitStorage.get(VISITS)) }
  return known
}

/** What scrolls a column: itself where columns stand apart, else the page. */
export const scrollerOf = (column: HTMLElement): Element =>
  getComputedStyle(column).overflowY === 'auto' ? column : (document.scrollingElement ?? document.documentElement)

/** Where the text begins beneath what stays at the top once one scrolls, in the window's pixels. */
export const topOf = (column: HTMLElement): number => {
  const head = column.querySelector<HTMLElement>('.column-head')
  if (!head) return 0
  const own = scrollerOf(column) === column ? column.getBoundingClientRect().top : 0
  return own + Number.parseFloat(getComputedStyle(head).top) + head.offsetHeight
}

/** Where a verse begins: poetry has it in several pieces. In a version that joins it to others or lacks it, the verse before. */
export const pieceOf = (column: HTMLElement, verse: number): HTMLElement | null => {
  const own = column.querySelector<HTMLElement>(`.verse[data-verse='${verse}']`)
  const before = () =>
    [...column.querySelectorAll<HTMLElement>('.verse-number')].findLast((one) => Number(one.dataset.verse) < verse)
  return own ?? before()?.closest<HTMLElement>('.verse') ?? null
}

/** The verse at the top, of which a part may be scrolled away. */
export const readIn = (column: HTMLElement): number | null => {
  const top = topOf(column)
  for (const piece of column.querySelectorAll<HTMLElement>('.verse'))
    if (piece.getBoundingClientRect().bottom > top + 1) return Number(piece.dataset.verse)
  return null
}

const spotOf = (column: HTMLElement): Spot => {
  const verse = scrollerOf(column).scrollTop > 0 ? readIn(column) : null
  if (verse === null) return null
  const top = topOf(column)
  const begins = pieceOf(column, verse)?.getBoundingClientRect().top ?? top
  return { verse, beyond: top - begins }
}

/** Keeps where the column's text is being read. Nothing is kept where no text is shown. */
export const keepSpot = (
  section: HTMLElement,
  entry: string,
  column: ChapterReference & { readonly id: string },
): void => {
  if (!section.querySelector('.verse')) return
  const spot = spotOf(section)
  const { chapters, visits } = spots()
  chapters.set(chapterOf(column), spot)
  // Written again it is the newest.
  visits.delete(visitOf(entry, column))
  visits.set(visitOf(entry, column), spot)
}

/** Keeps the places of the open chapters on the device, and those of all chapters that the tab has shown in the tab. */
export const rememberSpots = (open: readonly ChapterReference[]): void => {
  const { chapters, visits } = spots()
  const kept = open.flatMap((place) => {
    const spot = chapters.get(chapterOf(place))
    return spot === undefined ? [] : [[chapterOf(place), spot] as const]
  })
  deviceStorage.set(CHAPTERS, written(kept))
  visitStorage.set(VISITS, written([...visits].slice(-MOST_VISITS)))
}

const show = (section: HTMLElement, spot: Spot | undefined): boolean => {
  if (spot === undefined) return false
  const scroller = scrollerOf(section)
  const piece = spot && pieceOf(section, spot.verse)
  if (!piece) scroller.scrollTop = 0
  else scroller.scrollTop += piece.getBoundingClientRect().top + spot.beyond - topOf(section)
  return true
}

/** Scrolls to where the column was at this entry of the history; false when it never was there. */
export const showVisit = (
  section: HTMLElement,
  entry: string,
  column: ChapterReference & { readonly id: string },
): boolean => show(section, spots().visits.get(visitOf(entry, column)))

/** Scrolls to where the chapter was read last, in whatever column and version; false when it never was. */
export const showChapter = (section: HTMLElement, place: ChapterReference): boolean =>
  show(section, spots().chapters.get(chapterOf(place)))

export const showBeginning = (section: HTMLElement): void => {
  scrollerOf(section).scrollTop = 0
}
