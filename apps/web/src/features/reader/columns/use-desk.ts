import { useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { type Location, useLocation, useNavigate, useNavigationType } from 'react-router-dom'
import { passagePath, verseOfHash } from '../../../bible/passage-path.ts'
import type { Place } from '../../../bible/place.ts'
import { useHydrated } from '../../../device/use-hydrated.ts'
import { activeColumn, type Desk, type DeskAction, deskAt, goBack, openAddress, reduceDesk } from './desk.ts'
import { keepDesk, keptDesk } from './kept-desk.ts'
import { type Visit, visitOf } from './visit.ts'

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
  const verse = choice?.by === 'verses' ? choice.anchor : choice?.words[0]?.verse
  const hash = verse === undefined || choice?.column !== desk.active ? '' : `#v${verse}`
  return { pathname: passagePath(activeColumn(desk)), hash }
}

/** Turning a page is a step that one can go back from; everything else happens in the same place of the history. */
const isStep = (before: Desk, after: Desk, { type }: DeskAction): boolean =>
  type === 'go' && addressOf(before).pathname !== addressOf(after).pathname

export type Act = (action: DeskAction) => void

/**
 * The desk at an address, and what changes it. An address that comes from elsewhere (a link, another page, the address bar)
 * wins over the columns that this device remembers, and is not itself remembered; what people do here is. `visited`: the desk
 * is as somebody left it, not as an address says.
 */
export const useDesk = (place: Place): { desk: Desk; visited: boolean; act: Act } => {
  const location = useLocation()
  const way = useNavigationType()
  const navigate = useNavigate()
  const hydrated = useHydrated()
  const [arrived, setArrived] = useState<{ location: Location; desk: Desk } | null>(null)

  const served = useMemo(() => deskAt(place), [place])
  const arrive = (): Desk => {
    const verse = verseOfHash(location.hash)
    const visited = visitedDesk(location, place)
    if (visited) return arrived && way === 'POP' ? goBack(arrived.desk, visited) : visited
    return openAddress(arrived?.desk ?? keptDesk() ?? served, place, verse)
  }
  // The server knows only the address; what this device adds to it comes right after its HTML was taken over.
  let desk = served
  if (hydrated && arrived?.location === location) desk = arrived.desk
  else if (hydrated) {
    desk = arrive()
    setArrived({ location, desk })
  }

  const latest = useRef(desk)
  useLayoutEffect(() => {
    latest.current = desk
  }, [desk])
  const own = hydrated && visitedDesk(location, place) !== null
  useEffect(() => {
    if (own) keepDesk(desk)
  }, [own, desk])

  const act = useCallback(
    (action: DeskAction) => {
      const before = latest.current
      const after = reduceDesk(before, action)
      if (after === before) return
      navigate(addressOf(after), {
        state: { desk: after, again: action.type === 'go' && action.turned === true } satisfies Visit,
        replace: !isStep(before, after, action),
        preventScrollReset: true,
        // At once: what is done next must meet what was done.
        flushSync: true,
      })
    },
    [navigate],
  )
  return { desk, visited: own, act }
}
