import { createContext, lazy, type ReactNode, useCallback, useContext, useEffect, useRef, useState } from 'react'
import { Fetched } from './fetched.tsx'
import type { Offer, Status } from './said-messages.tsx'

const fetchMessages = () => import('./said-messages.tsx')
const SaidMessages = lazy(fetchMessages)

/** How long a message without an action is shown, in milliseconds (specification section 9). */
const SHOWN_MS = 3000

/**
 * How long a message with an action is shown, in milliseconds. The person must read it, decide and reach the button.
 */
const SHOWN_WITH_OFFER_MS = 10_000

/** Shows a short message at the foot of the page. The returned function removes the message early. */
export type Say = (text: string, tone?: Status['tone'], offer?: Offer) => () => void
const SayContext = createContext<Say>(() => () => {})

/** Returns the function that shows a message at the foot of the page, which screen readers read aloud. */
export const useStatusMessage = () => useContext(SayContext)

/**
 * Shows the latest message and the newest undoable message at the foot of the page. Each disappears after its own time.
 * When the newest undoable message has been used or has expired, the undoable message before it returns for the rest of
 * its own time. Ctrl+Z or Cmd+Z undoes while no text field has the focus.
 */
export const StatusMessages = ({ children }: { children: ReactNode }) => {
  const [statuses, setStatuses] = useState<readonly Status[]>([])
  const ids = useRef(0)
  const end = useCallback((id: number) => setStatuses((before) => before.filter((one) => one.id !== id)), [])
  const say = useCallback<Say>(
    (text, tone = 'ok', offer) => {
      ids.current += 1
      const status = { id: ids.current, text, tone, offer: offer ?? null }
      // The next message replaces a message without an action.
      setStatuses((before) => [...before.filter((one) => one.offer !== null), status])
      setTimeout(end, offer ? SHOWN_WITH_OFFER_MS : SHOWN_MS, status.id)
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
        // Screen readers read a message aloud only if this element was on the page before the message. An open dialog
        // hides other elements from screen readers, but not one with aria-live.
        aria-live="polite"
        data-said
        className="pointer-events-none fixed inset-x-4 bottom-[calc(88px+env(safe-area-inset-bottom))] z-60 grid justify-items-center gap-2 wide:bottom-8"
      >
        <Fetched>{statuses.length > 0 && <SaidMessages statuses={statuses} onEnd={end} />}</Fetched>
      </div>
    </SayContext>
  )
}
