import { createContext, type ReactNode, useCallback, useContext, useEffect, useState } from 'react'

/** A status message disappears after this long, in milliseconds (specification section 9). */
const SHOWN_MS = 3000

type Status = { readonly text: string; readonly tone: 'ok' | 'error' }
const Say = createContext<(text: string, tone?: Status['tone']) => void>(() => {})

/** Says something short at the foot of the page, also to screen readers. */
export const useStatusMessage = () => useContext(Say)

export const StatusMessages = ({ children }: { children: ReactNode }) => {
  const [status, setStatus] = useState<Status | null>(null)
  const say = useCallback((text: string, tone: Status['tone'] = 'ok') => setStatus({ text, tone }), [])
  useEffect(() => {
    if (!status) return
    const timer = setTimeout(() => setStatus(null), SHOWN_MS)
    return () => clearTimeout(timer)
  }, [status])
  return (
    <Say value={say}>
      {children}
      <div
        role="status"
        className="pointer-events-none fixed inset-x-4 bottom-[calc(88px+env(safe-area-inset-bottom))] z-60 grid justify-items-center wide:bottom-8"
      >
        {status && (
          <p className={`floating px-4 py-2.5 text-sm font-medium ${status.tone === 'ok' ? '' : 'text-danger'}`}>
            {status.text}
          </p>
        )}
      </div>
    </Say>
  )
}
