import { useState } from 'react'
import { useLocation, useNavigationType } from 'react-router-dom'

const visits = new Map<string, unknown>()

/**
 * What a person has made of a page, kept for when they come back to this visit of it in the browser's history. `isBack`:
 * they have. `owner`: whose it is; another person does not find it.
 */
export const useVisit = <State>(
  owner: string,
  initial: State,
): { isBack: boolean; state: State; setState: (state: State) => void } => {
  const visit = `${owner} ${useLocation().key}`
  const way = useNavigationType()
  const [isBack] = useState(way === 'POP' && visits.has(visit))
  const [state, setShown] = useState(() => (visits.get(visit) as State | undefined) ?? initial)
  return {
    isBack,
    state,
    setState: (next) => {
      visits.set(visit, next)
      setShown(next)
    },
  }
}
