import { useState } from 'react'
import { useLocation, useNavigationType } from 'react-router-dom'

const visits = new Map<string, unknown>()

/**
 * The state of a page, restored when the person comes back to the same entry of the browser's history. `isBack`: the
 * person has come back. Another person than `owner` does not get the state.
 */
export const useVisit = <State>(
  owner: string,
  initial: State,
): { isBack: boolean; state: State; setState: (state: State) => void } => {
  const visit = `${owner} ${useLocation().key}`
  const navigation = useNavigationType()
  const [isBack] = useState(navigation === 'POP' && visits.has(visit))
  const [state, setCurrent] = useState(() => (visits.get(visit) as State | undefined) ?? initial)
  return {
    isBack,
    state,
    setState: (next) => {
      visits.set(visit, next)
      setCurrent(next)
    },
  }
}
