import { BookOpenText, Copy, type LucideIcon, X } from 'lucide-react'
import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Chosen, StudyKind } from '../../../study/study-kind.ts'
import { IconButton } from '../../../ui/button.tsx'
import { useMediaQuery } from '../../../ui/use-media-query.ts'
import { linesOfVerses, linesOfWords } from '../text/text-offsets.ts'
import { placePopup } from './place-popup.ts'

/** There is a mouse and room for it: a finger has the system's own menu at the words, so ours is at the thumb. */
const FLOATS = '(min-width: 760px) and (pointer: fine)'

const linesOf = (column: HTMLElement, { by, parts }: Chosen): DOMRect[] => {
  if (by === 'words')
    return linesOfWords(
      column,
      parts.map(({ verse, start, end }) => ({ verse: verse.verse, start, end })),
    )
  return linesOfVerses(column, [parts[0].verse.verse, parts.at(-1)?.verse.verse ?? 0])
}

/** The part of the window in which a column's text is seen. */
const roomOf = (column: HTMLElement): DOMRect => {
  const { left, right, top, bottom } = column.getBoundingClientRect()
  const head = column.querySelector('.column-head')?.getBoundingClientRect().bottom ?? 0
  const from = Math.max(top, head, 0)
  return new DOMRect(left, from, right - left, Math.max(0, Math.min(bottom, innerHeight) - from))
}

const focusFirst = (bar: HTMLElement | null) => bar?.querySelector('button')?.focus()

const Action = ({ icon: Icon, label, onClick }: { icon: LucideIcon; label: string; onClick: () => void }) => (
  <button
    type="button"
    onClick={onClick}
    className="grid h-13 min-w-15 flex-1 place-items-center content-center gap-1 rounded-sm px-1 text-xs font-medium whitespace-nowrap wide:min-w-17 transition-colors duration-(--fast) hover:bg-accent-soft hover:text-accent"
  >
    <Icon size={18} strokeWidth={1.8} aria-hidden />
    {label}
  </button>
)

type Props = {
  readonly column: RefObject<HTMLElement | null>
  readonly chosen: Chosen
  readonly label: string
  /** It was chosen by keyboard: the first action gets the focus. */
  readonly takeFocus: boolean
  readonly kinds: readonly StudyKind[]
  readonly onAct: (kind: StudyKind) => void
  readonly onCopy: () => void
  /** To see all that is on the verse. */
  readonly onLook: () => void
  readonly onClose: () => void
}

/** What can be done with what is chosen: beside it, or for a finger at the thumb. */
const ChoicePopup = ({ column, chosen, label, takeFocus, kinds, onAct, onCopy, onLook, onClose }: Props) => {
  const { t } = useTranslation()
  const floats = useMediaQuery(FLOATS)
  const bar = useRef<HTMLDivElement>(null)
  const [place, setPlace] = useState<{ left: number; top: number } | null>(null)

  useLayoutEffect(() => {
    const [text, popup] = [column.current, bar.current]
    if (!(text && popup)) return
    if (!floats) {
      // What is chosen must not be under the bar at the thumb.
      const under = (linesOf(text, chosen).at(-1)?.bottom ?? 0) - (popup.getBoundingClientRect().top - 12)
      if (under > 0 && under < innerHeight / 2) scrollBy({ top: under })
      return
    }
    const settle = () => {
      const frame = popup.offsetParent
      if (!frame) return
      const size = { width: popup.offsetWidth, height: popup.offsetHeight }
      const found = placePopup({ lines: linesOf(text, chosen), popup: size, room: roomOf(text) })
      const { left, top } = frame.getBoundingClientRect()
      setPlace(found && { left: found.left - left + frame.scrollLeft, top: found.top - top + frame.scrollTop })
    }
    settle()
    // Other text size, other width, a font that came late: the words are elsewhere.
    const observer = new ResizeObserver(settle)
    observer.observe(text)
    return () => observer.disconnect()
  }, [column, floats, chosen])

  // What is hidden cannot take the focus.
  const shown = !floats || place !== null
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for what was chosen
  useEffect(() => {
    if (takeFocus && shown) focusFirst(bar.current)
  }, [chosen, shown])

  const words = chosen.by === 'words'
  useEffect(() => {
    const pressed = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.isComposing || document.querySelector('[data-modal]')) return
      if (event.key === 'Escape') onClose()
      // Words stay under the hand that selects them; Enter leads from them to what can be done.
      const there = event.target instanceof Element && event.target.closest('.scripture, body:focus')
      if (event.key === 'Enter' && words && there) {
        event.preventDefault()
        focusFirst(bar.current)
      }
    }
    document.addEventListener('keydown', pressed)
    return () => document.removeEventListener('keydown', pressed)
  }, [onClose, words])

  return (
    <div
      ref={bar}
      role="toolbar"
      aria-label={label}
      // A press on it must not end the browser's selection.
      onPointerDown={(event) => event.preventDefault()}
      onMouseDown={(event) => event.preventDefault()}
      className={
        floats
          ? 'choice-popup floating absolute z-10 flex gap-0.5 p-1'
          : 'choice-popup floating fixed inset-x-2 bottom-[calc(8px+env(safe-area-inset-bottom))] z-30 flex items-center gap-0.5 p-1'
      }
      style={floats ? { left: place?.left ?? 0, top: place?.top ?? 0, visibility: place ? 'visible' : 'hidden' } : {}}
    >
      {kinds.map((kind) => (
        <Action key={kind.name} icon={kind.action.icon} label={kind.action.label(t)} onClick={() => onAct(kind)} />
      ))}
      <Action icon={Copy} label={t('reader.copy')} onClick={onCopy} />
      <IconButton icon={BookOpenText} label={t('panel.look')} onClick={onLook} className="self-center" />
      {!floats && <IconButton icon={X} label={t('close')} onClick={onClose} />}
    </div>
  )
}
export default ChoicePopup
