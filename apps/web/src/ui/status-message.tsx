import { createContext, type ReactNode, useCallback, useContext, useEffect, useState } from 'react'

/** A status message disappears after this long, in milliseconds (specification section 9). */
const SHOWN_MS = 3000

/** One with something to press stays longer: it has to be read, meant and reached. */
const SHOWN_WITH_OFFER_MS = 8000

/** Something to do about what was said, such as taking it back. */
type Offer = { readonly label: string; readonly act: () => void }
type Status = { readonly text: string; readonly tone: 'ok' | 'error'; readonly offer: Offer | null }
/** Says something short at the foot of the page. */
export type Say = (text: string, tone?: Status['tone'], offer?: Offer) => void
const SayContext = createContext<Say>(() => {})

/** Says something short at the foot of the page, also to screen readers. */
export const useStatusMessage = () => useContext(SayContext)

export const StatusMessages = ({ children }: { children: ReactNode }) => {
  const [status, setStatus] = useState<Status | null>(null)
  const say = useCallback<Say>((text, tone = 'ok', offer) => setStatus({ text, tone, offer: offer ?? null }), [])
  useEffect(() => {
    if (!status) return
    const timer = setTimeout(() => setStatus(null), status.offer ? SHOWN_WITH_OFFER_MS : SHOWN_MS)
    return () => clearTimeout(timer)
  }, [status])
  return (
    <SayContext value={say}>
      {children}
      <div
        role="status"
        className="pointer-events-none fixed inset-x-4 bottom-[calc(88px+env(safe-area-inset-bottom))] z-60 grid justify-items-center wide:bottom-8"
      >
        {status && (
          <p
            className={`floating flex items-center gap-3 px-4 text-sm font-medium ${status.offer ? 'pr-1' : 'py-2.5'} ${status.tone === 'ok' ? '' : 'text-danger'}`}
          >
            <span>{status.text}</span>
            {status.offer && (
              <button
                type="button"
                onClick={() => {
                  status.offer?.act()
                  setStatus(null)
                }}
                className="pointer-events-auto min-h-11 rounded-sm px-3 font-semibold text-accent hover:bg-accent-soft"
              >
                {status.offer.label}
              </button>
            )}
          </p>
        )}
      </div>
    </SayContext>
  )
}
