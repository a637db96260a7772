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

/** The state that was left in this place of the history, if it belongs to the address; the address wins otherwise. */
const visitedState = (location: Location, place: ChapterReference): ReaderState | null => {
  const reader = visitOf(location)?.reader
  if (!reader) return null
  const { version, book, chapter } = activeColumn(reader)
  return version === place.version && book === place.book && chapter === place.chapter ? reader : null
}

/** The address of a state: that of its active column, with the chosen verses of it. */
export const addressOf = (reader: ReaderState): { pathname: string; hash: string } => {
  const { choice } = reader
  const hash = choice?.column === reader.active ? hashOfVerses(versesOf(choice)) : ''
  return { pathname: passagePath(activeColumn(reader)), hash }
}

/** Turning a page is a step that one can go back from; everything else happens in the same place of the history. */
const isStep = (before: ReaderState, after: ReaderState, { type }: ReaderAction): boolean =>
  type === 'go' && addressOf(before).pathname !== addressOf(after).pathname

/** How the person comes to what an action shows. */
const comingBy = (action: ReaderAction): Coming => {
  if (action.type !== 'go') return 'stay'
  if (action.verses && action.verses.length > 0) return 'verse'
  return action.turned === true ? 'onward' : 'passage'
}

/** How much lies over the page at this entry: what is written there anew keeps it. */
const layersHere = () => ({ layers: history.state?.usr?.layers })

export type Act = (action: ReaderAction) => void

/**
 * The reader's state at an address, and what changes it. An address that comes from elsewhere (a link, another page, the address
 * bar) wins over the columns that this device remembers. It is not remembered itself; what the person does here is.
 * `visited`: the reader is as the person left it, not as an address says. `entry`: the entry of the browser's history.
 */
export const useReaderState = (
  place: ChapterReference,
): { reader: ReaderState; visited: boolean; entry: string; act: Act } => {
  const location = useLocation()
  const way = useNavigationType()
  const navigate = useNavigate()
  const hydrated = useHydrated()
  const [arrived, setArrived] = useState<{ location: Location; reader: ReaderState } | null>(null)

  const entry = entryOf(location)
  const carried = useRef<Location | null>(null)
  const served = useMemo(() => readerAt(place), [place])
  const arrive = (): ReaderState => {
    // What lay over the page was closed (ui/use-back-closes.ts): the same entry, as it is now.
    if (arrived && way === 'POP' && entryOf(arrived.location) === entry) {
      carried.current = location
      return arrived.reader
    }
    const visited = visitedState(location, place)
    if (visited) return arrived && way === 'POP' ? goBack(arrived.reader, visited) : visited
    return openAddress(arrived?.reader ?? keptReaderState() ?? served, place, versesOfHash(location.hash))
  }
  // The server knows only the address; what this device adds to it comes right after its HTML was taken over.
  let reader = served
  if (hydrated && arrived?.location === location) reader = arrived.reader
  else if (hydrated) {
    reader = arrive()
    setArrived({ location, reader })
  }

  // What lay over the page took a change of the reader's state with it (ui/use-back-closes.ts): it is written where they are now.
  const address = `${addressOf(reader).pathname}${addressOf(reader).hash}`
  const stale =
    hydrated && way === 'POP' && carried.current === location && address !== `${location.pathname}${location.hash}`
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
  const own = hydrated && visitedState(location, place) !== null

  const act = useCallback(
    (action: ReaderAction) => {
      const before = latest.current
      const after = reduceReader(before, action)
      if (after === before) return
      const step = isStep(before, after, action)
      navigate(addressOf(after), {
        state: {
          reader: after,
          coming: comingBy(action),
          entry: step ? newEntryName() : entry,
          ...(!step && layersHere()),
        } satisfies Visit,
        replace: !step,
        // The state changes at once: the next action must find what this one did.
        flushSync: true,
      })
    },
    [navigate, entry],
  )
  return { reader, visited: own, entry, act }
}
