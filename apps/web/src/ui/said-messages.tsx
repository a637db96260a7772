import { useEffect, useEffectEvent } from 'react'
import { isTyping } from './use-page-keys.ts'

/** An action for a message, such as an undo. */
export type Offer = {
  readonly label: string
  readonly act: () => void
  /** The action undoes nothing. Ctrl+Z does not call it, and a later message replaces its message. */
  readonly isHint?: true
}
export type Status = {
  readonly id: number
  readonly text: string
  readonly tone: 'ok' | 'error'
  readonly offer: Offer | null
}

/** Whether the message has an action that undoes something. */
const isUndoable = ({ offer }: Status): boolean => offer !== null && offer.isHint !== true

const Message = ({ status: { text, tone, offer }, onTake }: { status: Status; onTake: () => void }) => (
  <p
    className={`floating flex items-center gap-3 px-4 text-sm font-medium ${offer ? 'pr-1' : 'py-2.5'} ${tone === 'ok' ? '' : 'text-danger'}`}
  >
    <span className="wrap-anywhere">{text}</span>
    {offer && (
      <button
        type="button"
        aria-keyshortcuts={offer.isHint ? undefined : 'Control+Z Meta+Z'}
        onClick={onTake}
        className="pointer-events-auto min-h-11 rounded-sm px-3 font-semibold whitespace-nowrap text-accent hover:bg-accent-soft"
      >
        {offer.label}
      </button>
    )}
  </p>
)

type Props = {
  readonly statuses: readonly Status[]
  /** Called when the person takes the action of a message. */
  readonly onEnd: (id: number) => void
}

/** The latest message and the newest undoable message. Ctrl+Z or Cmd+Z undoes while no text field has the focus. */
const SaidMessages = ({ statuses, onEnd }: Props) => {
  const newest = statuses.findLast(isUndoable)
  const take = ({ id, offer }: Status) => {
    onEnd(id)
    offer?.act()
  }
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    // On a Korean keyboard layout the key counts, not the Hangul letter.
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
  const latest = statuses.at(-1)
  return statuses
    .filter((status) => status === newest || status === latest)
    .map((status) => <Message key={status.id} status={status} onTake={() => take(status)} />)
}
export default SaidMessages
