import type { ChapterReference } from '../../../bible/chapter-reference.ts'
import { deviceStorage } from '../../../device/device-storage.ts'
import { visitStorage } from '../../../device/visit-storage.ts'

// Stores where the person reads. A place (`Spot`) is a verse and an offset. Each column has a place at each history
// entry (for back, forward and reload). Each chapter has a place too, for another version, another tab or another day.

/** The verse at the top, and how many of its pixels are scrolled away. Null at the beginning of the chapter. */
type Spot = { readonly verse: number; readonly beyond: number } | null

/** The key in the device's storage for the places in the open chapters. The next visit begins at these places. */
const CHAPTERS = 'columns.spots'
/** The key in the tab's storage for the places by history entry and column. */
const VISITS = 'columns.visits'
/** At most this many places of history entries are stored. */
const MOST_VISITS = 150

const chapterOf = ({ book, chapter }: ChapterReference): string => `${book} ${chapter}`
/** The key of the place of a column and its chapter at a history entry. */
const visitOf = (entry: string, column: ChapterReference & { readonly id: string }): string =>
  `${entry} ${column.id} ${chapterOf(column)}`

const isSpot = (value: unknown): value is Spot => {
  if (value === null) return true
  const { verse, beyond } = value as Partial<NonNullable<Spot>>
  return Number.isFinite(verse) && Number.isFinite(beyond)
}

const parseSpots = (saved: string | null): Map<string, Spot> => {
  try {
    const value: unknown = JSON.parse(saved ?? '{}')
    return new Map(Object.entries(value ?? {}).filter((entry): entry is [string, Spot] => isSpot(entry[1])))
  } catch {
    return new Map()
  }
}
const stringifySpots = (spots: Iterable<readonly [string, Spot]>): string => JSON.stringify(Object.fromEntries(spots))

/** The places in memory. Null until they are first needed; they are then read from storage. */
let cache: { readonly chapters: Map<string, Spot>; readonly visits: Map<string, Spot> } | null = null
const spots = () => {
  cache ??= { chapters: parseSpots(deviceStorage.get(CHAPTERS)), visits: parseSpots(visitStorage.get(VISITS)) }
  return cache
}

/** The element that scrolls a column: the column itself if columns scroll separately, otherwise the page. */
export const scrollerOf = (column: HTMLElement): Element =>
  getComputedStyle(column).overflowY === 'auto' ? column : (document.scrollingElement ?? document.documentElement)

/** The top of the visible text, below the sticky header, in pixels from the window's top. */
export const topOf = (column: HTMLElement): number => {
  const head = column.querySelector<HTMLElement>('.column-head')
  if (!head) return 0
  const ownTop = scrollerOf(column) === column ? column.getBoundingClientRect().top : 0
  return ownTop + Number.parseFloat(getComputedStyle(head).top) + head.offsetHeight
}

/**
 * The first element of a verse. In poetry a verse may have several elements. If the column has no element of the verse,
 * because the version joins or lacks it, the function returns the first element of the verse before.
 */
export const pieceOf = (column: HTMLElement, verse: number): HTMLElement | null => {
  const ownPiece = column.querySelector<HTMLElement>(`.verse[data-verse='${verse}']`)
  const before = () =>
    [...column.querySelectorAll<HTMLElement>('.verse-number')].findLast((one) => Number(one.dataset.verse) < verse)
  return ownPiece ?? before()?.closest<HTMLElement>('.verse') ?? null
}

/** The verse at the top. A part of it may be scrolled away. Null if there is none. */
export const topVerseIn = (column: HTMLElement): number | null => {
  const top = topOf(column)
  for (const piece of column.querySelectorAll<HTMLElement>('.verse'))
    if (piece.getBoundingClientRect().bottom > top + 1) return Number(piece.dataset.verse)
  return null
}

const spotOf = (column: HTMLElement): Spot => {
  const verse = scrollerOf(column).scrollTop > 0 ? topVerseIn(column) : null
  if (verse === null) return null
  const top = topOf(column)
  const start = pieceOf(column, verse)?.getBoundingClientRect().top ?? top
  return { verse, beyond: top - start }
}

/** Notes the place of a column. Does nothing if no text is shown. */
export const keepSpot = (
  section: HTMLElement,
  entry: string,
  column: ChapterReference & { readonly id: string },
): void => {
  if (!section.querySelector('.verse')) return
  const spot = spotOf(section)
  const { chapters, visits } = spots()
  chapters.set(chapterOf(column), spot)
  // Deleting the place first moves it to the end of the map, so that it counts as the newest.
  visits.delete(visitOf(entry, column))
  visits.set(visitOf(entry, column), spot)
}

/** Stores the places of the open chapters on the device, and the newest places of history entries in the tab. */
export const rememberSpots = (open: readonly ChapterReference[]): void => {
  const { chapters, visits } = spots()
  if (chapters.size === 0) return
  const saved = open.flatMap((place) => {
    const spot = chapters.get(chapterOf(place))
    return spot === undefined ? [] : [[chapterOf(place), spot] as const]
  })
  deviceStorage.set(CHAPTERS, stringifySpots(saved))
  visitStorage.set(VISITS, stringifySpots([...visits].slice(-MOST_VISITS)))
}

/** Forgets the places in memory, so that the next person in this tab does not get them. */
export const forgetSpots = (): void => {
  cache = null
}

const show = (section: HTMLElement, spot: Spot | undefined): boolean => {
  if (spot === undefined) return false
  const scroller = scrollerOf(section)
  const piece = spot && pieceOf(section, spot.verse)
  if (!piece) scroller.scrollTop = 0
  else scroller.scrollTop += piece.getBoundingClientRect().top + spot.beyond - topOf(section)
  return true
}

/** Scrolls to the column's place at this history entry. Returns false if there is none. */
export const showVisit = (
  section: HTMLElement,
  entry: string,
  column: ChapterReference & { readonly id: string },
): boolean => show(section, spots().visits.get(visitOf(entry, column)))

/**
 * Scrolls to the place where the person last read the chapter, in any column and version. Returns false if there is
 * none.
 */
export const showChapter = (section: HTMLElement, place: ChapterReference): boolean =>
  show(section, spots().chapters.get(chapterOf(place)))

export const showBeginning = (section: HTMLElement): void => {
  scrollerOf(section).scrollTop = 0
}
