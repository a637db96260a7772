import {
  createContext,
  type ReactNode,
  useCallback,
  useContext,
  useEffect,
  useEffectEvent,
  useRef,
  useState,
} from 'react'
import { isTyping } from './use-page-keys.ts'

/** A status message disappears after this long, in milliseconds (specification section 9). */
const SHOWN_MS = 3000

/** One with something to press stays longer: it has to be read, meant and reached. */
const SHOWN_WITH_OFFER_MS = 10_000

/** Something to do about what was said, such as taking it back. */
type Offer = { readonly label: string; readonly act: () => void }
type Status = {
  readonly id: number
  readonly text: string
  readonly tone: 'ok' | 'error'
  readonly offer: Offer | null
}
/** Says something short at the foot of the page. */
export type Say = (text: string, tone?: Status['tone'], offer?: Offer) => void
const SayContext = createContext<Say>(() => {})

/** Says something short at the foot of the page, also to screen readers. */
export const useStatusMessage = () => useContext(SayContext)

const Message = ({ status: { text, tone, offer }, onTake }: { status: Status; onTake: () => void }) => (
  <p
    className={`floating flex items-center gap-3 px-4 text-sm font-medium ${offer ? 'pr-1' : 'py-2.5'} ${tone === 'ok' ? '' : 'text-danger'}`}
  >
    <span className="wrap-anywhere">{text}</span>
    {offer && (
      <button
        type="button"
        aria-keyshortcuts="Control+Z Meta+Z"
        onClick={onTake}
        className="pointer-events-auto min-h-11 rounded-sm px-3 font-semibold whitespace-nowrap text-accent hover:bg-accent-soft"
      >
        {offer.label}
      </button>
    )}
  </p>
)

/**
 * What is said at the foot of the page: what was said last, and the newest offer. Each has its own time; once a newer offer is taken up
 * or over, one before it is there again for the rest of its own. Ctrl or Cmd with Z takes up the newest, while no field has the focus.
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
    },
    [end],
  )
  const newest = said.findLast(({ offer }) => offer !== null)
  const take = ({ id, offer }: Status) => {
    end(id)
    offer?.act()
  }
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    // Of a Korean keyboard the letter on the key is meant, whatever it would write.
    const isZ = event.key.toLowerCase() === 'z' || event.code === 'KeyZ'
    if (!newest || !isZ || !(event.ctrlKey || event.metaKey) || event.shiftKey || event.altKey) return
    if (event.defaultPrevented || isTyping(event.target)) return
    event.preventDefault()
    take(newest)
  })
  useEffect(() => {
    const press = (event: KeyboardEvent) => onKey(event)
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [])
  return (
    <SayContext value={say}>
      {children}
      <div
        role="status"
        className="pointer-events-none fixed inset-x-4 bottom-[calc(88px+env(safe-area-inset-bottom))] z-60 grid justify-items-center gap-2 wide:bottom-8"
      >
        {said
          .filter((status) => status.offer === null || status === newest)
          .map((status) => (
            <Message key={status.id} status={status} onTake={() => take(status)} />
          ))}
      </div>
    </SayContext>
  )
}
