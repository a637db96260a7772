import { createContext, lazy, type ReactNode, useCallback, useContext, useEffect, useRef, useState } from 'react'
import { Fetched } from './fetched.tsx'
import type { Offer, Status } from './said-messages.tsx'

const fetchMessages = () => import('./said-messages.tsx')
const SaidMessages = lazy(fetchMessages)

/** How long a message is shown, in milliseconds (specification section 9). */
const SHOWN_MS = 3000

/** How long a message with an offer is shown, in milliseconds: the person must read it, decide and reach the button. */
const SHOWN_WITH_OFFER_MS = 10_000

/** Shows a short message at the foot of the page. The function that it returns removes the message early. */
export type Say = (text: string, tone?: Status['tone'], offer?: Offer) => () => void
const SayContext = createContext<Say>(() => () => {})

/** Shows a short message at the foot of the page and reads it out to screen readers. */
export const useStatusMessage = () => useContext(SayContext)

/**
 * Shows the latest message and the newest offer at the foot of the page. Each has its own time. When a newer offer is
 * taken or its time is over, the one before it returns for the rest of its time. Ctrl or Cmd with Z takes the newest
 * offer while no field has the focus.
 */
export const StatusMessages = ({ children }: { children: ReactNode }) => {
  const [statuses, setStatuses] = useState<readonly Status[]>([])
  const ids = useRef(0)
  const end = useCallback((id: number) => setStatuses((before) => before.filter((one) => one.id !== id)), [])
  const say = useCallback<Say>(
    (text, tone = 'ok', offer) => {
      ids.current += 1
      const status = { id: ids.current, text, tone, offer: offer ?? null }
      // A message without an offer gives way to the next message.
      setStatuses((before) => [...before.filter((one) => one.offer !== null), status])
      setTimeout(() => end(status.id), offer ? SHOWN_WITH_OFFER_MS : SHOWN_MS)
      return () => end(status.id)
    },
    [end],
  )
  useEffect(() => void fetchMessages().catch(() => undefined), [])
  return (
    <SayContext value={say}>
      {children}
      <div
        role="status"
        // Screen readers read a message out only if this element was on the page before the message.
        // aria-live also keeps an open dialog from hiding this element from screen readers.
        aria-live="polite"
        data-said
        className="pointer-events-none fixed inset-x-4 bottom-[calc(88px+env(safe-area-inset-bottom))] z-60 grid justify-items-center gap-2 wide:bottom-8"
      >
        <Fetched>{statuses.length > 0 && <SaidMessages statuses={statuses} onEnd={end} />}</Fetched>
      </div>
    </SayContext>
  )
}
