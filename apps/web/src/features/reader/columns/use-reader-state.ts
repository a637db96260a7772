import { useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { type Location, useLocation, useNavigate, useNavigationType } from 'react-router-dom'
import type { ChapterReference } from '../../../bible/chapter-reference.ts'
import { hashOfVerses, passagePath, versesOfHash } from '../../../bible/passage-path.ts'
import { newEntryName } from '../../../device/history-entries.ts'
import { useHydrated } from '../../../device/use-hydrated.ts'
import { keptReaderState } from './kept-reader-state.ts'
import {
  activeColumn,
  goBack,
  openAddress,
  type ReaderAction,
  type ReaderState,
  readerAt,
  reduceReader,
  versesOf,
} from './reader-state.ts'
import { type Coming, entryOf, type Visit, visitOf } from './visit.ts'

/** The state saved in this history entry. Null if there is none, or if it does not fit the address. */
const visitedState = (location: Location, place: ChapterReference): ReaderState | null => {
  const reader = visitOf(location)?.reader
  if (!reader) return null
  const { version, book, chapter } = activeColumn(reader)
  return version === place.version && book === place.book && chapter === place.chapter ? reader : null
}

/** The address of a state: the active column's chapter, with the verses chosen in it. */
export const addressOf = (reader: ReaderState): { pathname: string; hash: string } => {
  const { choice } = reader
  const hash = choice?.column === reader.active ? hashOfVerses(versesOf(choice)) : ''
  return { pathname: passagePath(activeColumn(reader)), hash }
}

/**
 * Whether an action makes a new history entry. Only a `go` to another version or chapter does. All other actions
 * replace the entry.
 */
const isStep = (before: ReaderState, after: ReaderState, { type }: ReaderAction): boolean =>
  type === 'go' && addressOf(before).pathname !== addressOf(after).pathname

/** How an action brings the person to the passage. */
const comingOf = (action: ReaderAction): Coming => {
  if (action.type !== 'go') return 'stay'
  if (action.verses && action.verses.length > 0) return 'verse'
  return action.turned === true ? 'onward' : 'passage'
}

/**
 * The number of layers over the page, such as dialogs, at this history entry (ui/use-back-closes.ts). An entry that
 * replaces this entry must have the same number.
 */
const layersHere = () => ({ layers: history.state?.usr?.layers })

export type Act = (action: ReaderAction) => void

/**
 * The reader's state at an address, and how to change the state. An address from outside (a link, another page, the
 * address bar) overrides the columns saved on this device; the device saves such an address only once the person acts
 * in the reader. `visited`: the state was saved in the history entry. `entry` names that entry.
 */
export const useReaderState = (
  place: ChapterReference,
): { reader: ReaderState; visited: boolean; entry: string; act: Act } => {
  const location = useLocation()
  const navigationType = useNavigationType()
  const navigate = useNavigate()
  const hydrated = useHydrated()
  const [lastArrival, setLastArrival] = useState<{ location: Location; reader: ReaderState } | null>(null)

  const entry = entryOf(location)
  const sameEntry = useRef<Location | null>(null)
  const served = useMemo(() => readerAt(place), [place])
  const arrive = (): ReaderState => {
    // The entry is the same as before, so going back only closed a layer over the page, such as a dialog
    // (ui/use-back-closes.ts).
    if (lastArrival && navigationType === 'POP' && entryOf(lastArrival.location) === entry) {
      sameEntry.current = location
      return lastArrival.reader
    }
    const visited = visitedState(location, place)
    if (visited) return lastArrival && navigationType === 'POP' ? goBack(lastArrival.reader, visited) : visited
    return openAddress(lastArrival?.reader ?? keptReaderState() ?? served, place, versesOfHash(location.hash))
  }
  // The server knows only the address. This device's columns are added right after hydration.
  let reader = served
  if (hydrated && lastArrival?.location === location) reader = lastArrival.reader
  else if (hydrated) {
    reader = arrive()
    setLastArrival({ location, reader })
  }

  // When a layer closes, the browser goes back to an older state of the entry (ui/use-back-closes.ts). So the current
  // state is written to the entry again.
  const address = `${addressOf(reader).pathname}${addressOf(reader).hash}`
  const stale =
    hydrated &&
    navigationType === 'POP' &&
    sameEntry.current === location &&
    address !== `${location.pathname}${location.hash}`
  useEffect(() => {
    if (stale)
      navigate(address, {
        state: { reader, coming: 'stay', entry } satisfies Visit,
        replace: true,
      })
  }, [stale, address, reader, entry, navigate])

  const latest = useRef(reader)
  useLayoutEffect(() => {
    latest.current = reader
  }, [reader])
  const isVisited = hydrated && visitedState(location, place) !== null

  const act = useCallback(
    (action: ReaderAction) => {
      const before = latest.current
      const after = reduceReader(before, action)
      if (after === before) return
      const step = isStep(before, after, action)
      navigate(addressOf(after), {
        state: {
          reader: after,
          coming: comingOf(action),
          entry: step ? newEntryName() : entry,
          ...(!step && layersHere()),
        } satisfies Visit,
        replace: !step,
        // The router must change the state at once, because the next action builds on it.
        flushSync: true,
      })
    },
    [navigate, entry],
  )
  return { reader, visited: isVisited, entry, act }
}
