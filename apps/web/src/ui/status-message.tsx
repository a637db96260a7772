import { createContext, lazy, type ReactNode, useCallback, useContext, useEffect, useRef, useState } from 'react'
import { Fetched } from './fetched.tsx'
import type { Offer, Status } from './status.ts'

const fetchMessages = () => import('./said-messages.tsx')
const SaidMessages = lazy(fetchMessages)

/** A status message disappears after this long, in milliseconds (specification section 9). */
const SHOWN_MS = 3000

/** One with something to press stays longer: it has to be read, meant and reached. */
const SHOWN_WITH_OFFER_MS = 10_000

/** Says something short at the foot of the page. What it returns ends that before its time. */
export type Say = (text: string, tone?: Status['tone'], offer?: Offer) => () => void
const SayContext = createContext<Say>(() => () => {})

/** Says something short at the foot of the page, also to screen readers. */
export const useStatusMessage = () => useContext(SayContext)

/**
 * The foot of the page: the latest message, and the newest offer. Each has its own time. When a newer offer is taken or
 * its time is over, the one before it is there again for the rest of its time. Ctrl or Cmd with Z takes up the newest,
 * while no field has the focus.
 */
export const StatusMessages = ({ children }: { children: ReactNode }) => {
  const [said, setSaid] = useState<readonly Status[]>([])
  const ids = useRef(0)
  const end = useCallback((id: number) => setSaid((before) => before.filter((one) => one.id !== id)), [])
  const say = useCallback<Say>(
    (text, tone = 'ok', offer) => {
      ids.current += 1
      const status = { id: ids.current, text, tone, offer: offer ?? null }
      // What was said without an offer gives way to what is said next.
      setSaid((before) => [...before.filter((one) => one.offer !== null), status])
      setTimeout(() => end(status.id), offer ? SHOWN_WITH_OFFER_MS : SHOWN_MS)
      return () => end(status.id)
    },
    [end],
  )
  // This element is there before a message comes: only then screen readers read the message out.
  useEffect(() => void fetchMessages().catch(() => undefined), [])
  return (
    <SayContext value={say}>
      {children}
      <div
        role="status"
        // Said aloud, it also keeps a window that is open from hiding this to screen readers.
        aria-live="polite"
        data-said
        className="pointer-events-none fixed inset-x-4 bottom-[calc(88px+env(safe-area-inset-bottom))] z-60 grid justify-items-center gap-2 wide:bottom-8"
      >
        <Fetched>{said.length > 0 && <SaidMessages said={said} onEnd={end} />}</Fetched>
      </div>
    </SayContext>
  )
}
