import type { Place } from '../../../bible/place.ts'
import { deviceStorage } from '../../../device/device-storage.ts'

/** Where somebody is in a chapter: the verse at the top, and how far it is gone beyond, in pixels; null at its beginning. */
type Spot = { readonly verse: number; readonly beyond: number } | null

/** What was open last, to be gone on with another day. */
const KEY = 'columns.spots'

const keyOf = ({ book, chapter }: Place): string => `${book} ${chapter}`

const readSpots = (): [string, Spot][] => {
  try {
    const kept: unknown = JSON.parse(deviceStorage.get(KEY) ?? '{}')
    return Object.entries(kept ?? {}).filter(
      ([, spot]) => spot === null || (Number.isFinite(spot.verse) && Number.isFinite(spot.beyond)),
    )
  } catch {
    return []
  }
}

/** By book and chapter, whatever the version; read from the device once something asks. */
let spots: Map<string, Spot> | null = null
const known = (): Map<string, Spot> => {
  spots ??= new Map(readSpots())
  return spots
}

/** What scrolls a column: itself where columns stand apart, else the page. */
export const scrollerOf = (column: HTMLElement): Element =>
  getComputedStyle(column).overflowY === 'auto' ? column : (document.scrollingElement ?? document.documentElement)

/** Where the text begins beneath what stays at the top once one scrolls, in the window's pixels. */
const topOf = (column: HTMLElement): number => {
  const head = column.querySelector<HTMLElement>('.column-head')
  if (!head) return 0
  const own = scrollerOf(column) === column ? column.getBoundingClientRect().top : 0
  return own + Number.parseFloat(getComputedStyle(head).top) + head.offsetHeight
}

/** Where a verse begins: poetry has it in several pieces. */
const firstPiece = (column: HTMLElement, verse: number) =>
  column.querySelector<HTMLElement>(`.verse[data-verse='${verse}']`)

/** Keeps where the column's text is being read, for when somebody comes back. */
export const keepSpot = (column: HTMLElement, place: Place): void => {
  if (scrollerOf(column).scrollTop <= 0) {
    known().set(keyOf(place), null)
    return
  }
  const top = topOf(column)
  for (const piece of column.querySelectorAll<HTMLElement>('.verse')) {
    if (piece.getBoundingClientRect().bottom <= top + 1) continue
    const verse = Number(piece.dataset.verse)
    const begins = firstPiece(column, verse)?.getBoundingClientRect().top ?? top
    known().set(keyOf(place), { verse, beyond: top - begins })
    return
  }
}

/** Keeps on the device where the chapters that are open are being read. */
export const rememberSpots = (open: readonly Place[]): void => {
  const kept = open.flatMap((place) => {
    const spot = known().get(keyOf(place))
    return spot === undefined ? [] : [[keyOf(place), spot]]
  })
  deviceStorage.set(KEY, JSON.stringify(Object.fromEntries(kept)))
}

/** Scrolls to where the chapter was left; false when it never was. */
export const showSpot = (column: HTMLElement, place: Place): boolean => {
  const spot = known().get(keyOf(place))
  if (spot === undefined) return false
  const scroller = scrollerOf(column)
  const piece = spot && firstPiece(column, spot.verse)
  if (!piece) scroller.scrollTop = 0
  else scroller.scrollTop += piece.getBoundingClientRect().top + spot.beyond - topOf(column)
  return true
}

export const showBeginning = (column: HTMLElement): void => {
  scrollerOf(column).scrollTop = 0
}
