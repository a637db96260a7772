import { useEffect, useEffectEvent } from 'react'
import type { Status } from './status.ts'
import { isTyping } from './use-page-keys.ts'

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

type Props = {
  readonly said: readonly Status[]
  /** It is over, or taken up. */
  readonly onEnd: (id: number) => void
}

/** What was said last, and the newest offer; Ctrl or Cmd with Z takes that up, while no field has the focus. */
const SaidMessages = ({ said, onEnd }: Props) => {
  const newest = said.findLast(({ offer }) => offer !== null)
  const take = ({ id, offer }: Status) => {
    onEnd(id)
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
  return said
    .filter((status) => status.offer === null || status === newest)
    .map((status) => <Message key={status.id} status={status} onTake={() => take(status)} />)
}
export default SaidMessages
