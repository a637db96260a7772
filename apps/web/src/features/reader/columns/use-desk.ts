import { useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { type Location, useLocation, useNavigate, useNavigationType } from 'react-router-dom'
import { hashOfVerses, passagePath, versesOfHash } from '../../../bible/passage-path.ts'
import type { Place } from '../../../bible/place.ts'
import { newEntryName } from '../../../device/history-entries.ts'
import { useHydrated } from '../../../device/use-hydrated.ts'
import { activeColumn, type Desk, type DeskAction, deskAt, goBack, openAddress, reduceDesk, versesOf } from './desk.ts'
import { keptDesk } from './kept-desk.ts'
import { type Coming, entryOf, type Visit, visitOf } from './visit.ts'

/** The desk that was left in this place of the history, if it belongs to the address; the address wins otherwise. */
const visitedDesk = (location: Location, place: Place): Desk | null => {
  const desk = visitOf(location)?.desk
  if (!desk) return null
  const { version, book, chapter } = activeColumn(desk)
  return version === place.version && book === place.book && chapter === place.chapter ? desk : null
}

/** The address of a desk: that of its active column, with the chosen verses of it. */
export const addressOf = (desk: Desk): { pathname: string; hash: string } => {
  const { choice } = desk
  const hash = choice?.column === desk.active ? hashOfVerses(versesOf(choice)) : ''
  return { pathname: passagePath(activeColumn(desk)), hash }
}

/** Turning a page is a step that one can go back from; everything else happens in the same place of the history. */
const isStep = (before: Desk, after: Desk, { type }: DeskAction): boolean =>
  type === 'go' && addressOf(before).pathname !== addressOf(after).pathname

/** How the person comes to what an action shows. */
const comingBy = (action: DeskAction): Coming => {
  if (action.type !== 'go') return 'stay'
  if (action.verses && action.verses.length > 0) return 'verse'
  return action.turned === true ? 'onward' : 'passage'
}

/** How much lies over the page at this entry: what is written there anew keeps it. */
const layersHere = () => ({ layers: history.state?.usr?.layers })

export type Act = (action: DeskAction) => void

/**
 * The desk at an address, and what changes it. An address that comes from elsewhere (a link, another page, the address
 * bar) wins over the columns that this device remembers. It is not remembered itself; what the person does here is.
 * `visited`: the desk is as the person left it, not as an address says. `entry`: the entry of the browser's history.
 */
export const useDesk = (place: Place): { desk: Desk; visited: boolean; entry: string; act: Act } => {
  const location = useLocation()
  const way = useNavigationType()
  const navigate = useNavigate()
  const hydrated = useHydrated()
  const [arrived, setArrived] = useState<{ location: Location; desk: Desk } | null>(null)

  const entry = entryOf(location)
  const carried = useRef<Location | null>(null)
  const served = useMemo(() => deskAt(place), [place])
  const arrive = (): Desk => {
    // What lay over the page was closed (ui/use-back-closes.ts): the same entry, as it is now.
    if (arrived && way === 'POP' && entryOf(arrived.location) === entry) {
      carried.current = location
      return arrived.desk
    }
    const visited = visitedDesk(location, place)
    if (visited) return arrived && way === 'POP' ? goBack(arrived.desk, visited) : visited
    return openAddress(arrived?.desk ?? keptDesk() ?? served, place, versesOfHash(location.hash))
  }
  // The server knows only the address; what this device adds to it comes right after its HTML was taken over.
  let desk = served
  if (hydrated && arrived?.location === location) desk = arrived.desk
  else if (hydrated) {
    desk = arrive()
    setArrived({ location, desk })
  }

  // What lay over the page took a change of the desk with it (ui/use-back-closes.ts): it is written where they are now.
  const address = `${addressOf(desk).pathname}${addressOf(desk).hash}`
  const stale =
    hydrated && way === 'POP' && carried.current === location && address !== `${location.pathname}${location.hash}`
  useEffect(() => {
    if (stale)
      navigate(address, {
        state: { desk, coming: 'stay', entry } satisfies Visit,
        replace: true,
      })
  }, [stale, address, desk, entry, navigate])

  const latest = useRef(desk)
  useLayoutEffect(() => {
    latest.current = desk
  }, [desk])
  const own = hydrated && visitedDesk(location, place) !== null

  const act = useCallback(
    (action: DeskAction) => {
      const before = latest.current
      const after = reduceDesk(before, action)
      if (after === before) return
      const step = isStep(before, after, action)
      navigate(addressOf(after), {
        state: {
          desk: after,
          coming: comingBy(action),
          entry: step ? newEntryName() : entry,
          ...(!step && layersHere()),
        } satisfies Visit,
        replace: !step,
        // At once: what is done next must meet what was done.
        flushSync: true,
      })
    },
    [navigate, entry],
  )
  return { desk, visited: own, entry, act }
}
