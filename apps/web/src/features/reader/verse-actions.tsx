import { Copy, type LucideIcon, X } from 'lucide-react'
import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { useTranslation } from '../../locales/translation.ts'
import type { StudyKind } from '../../study/study-kind.ts'
import { IconButton } from '../../ui/button.tsx'
import { useMediaQuery, WIDE } from '../../ui/use-media-query.ts'

/** Pixels between the bar and the line it belongs to. */
const GAP = 8

type Place = { left: number; top: number }

/** Above the verse's first line, or beneath its last one where the column's header would cover it. */
const placeFor = (container: HTMLElement, bar: HTMLElement, verse: number): Place | null => {
  const pieces = container.querySelectorAll<HTMLElement>(`.verse[data-verse='${verse}']`)
  const lines = [...pieces].flatMap((piece) => [...piece.getClientRects()])
  const [first] = lines
  const last = lines.at(-1)
  if (!first || !last) return null
  const frame = container.getBoundingClientRect()
  const above = first.top - bar.offsetHeight - GAP
  const line = above < Math.max(0, frame.top) ? last : first
  const top = line === first ? above : last.bottom + GAP
  const left = line.left + Math.min(line.width, 320) / 2 - bar.offsetWidth / 2
  return {
    top: top - frame.top,
    left: Math.min(Math.max(left - frame.left, GAP), frame.width - bar.offsetWidth - GAP),
  }
}

const Action = ({ icon: Icon, label, onClick }: { icon: LucideIcon; label: string; onClick: () => void }) => (
  <button
    type="button"
    onClick={onClick}
    className="grid h-13 min-w-17 flex-1 place-items-center content-center gap-1 rounded-sm px-2 text-xs font-medium transition-colors duration-(--fast) hover:bg-accent-soft hover:text-accent"
  >
    <Icon size={18} strokeWidth={1.8} aria-hidden />
    {label}
  </button>
)

type Props = {
  readonly container: RefObject<HTMLElement | null>
  readonly verse: number
  readonly label: string
  /** The verse was chosen by keyboard: the first action gets the focus. */
  readonly takeFocus: boolean
  readonly kinds: readonly StudyKind[]
  readonly onAct: (kind: StudyKind) => void
  readonly onCopy: () => void
  readonly onClose: () => void
}

/** What can be done with the chosen verse: beside it, or on a small screen at the thumb. */
export const VerseActions = ({ container, verse, label, takeFocus, kinds, onAct, onCopy, onClose }: Props) => {
  const { t } = useTranslation()
  const floats = useMediaQuery(WIDE)
  const bar = useRef<HTMLDivElement>(null)
  const [place, setPlace] = useState<Place | null>(null)

  useLayoutEffect(() => {
    const frame = container.current
    if (!floats || !frame) return
    const settle = () => bar.current && setPlace(placeFor(frame, bar.current, verse))
    settle()
    // Other text size, other width, a font that came late: the verse is elsewhere.
    const observer = new ResizeObserver(settle)
    observer.observe(frame)
    return () => observer.disconnect()
  }, [container, floats, verse])

  // What is hidden cannot take the focus.
  const shown = !floats || place !== null
  // biome-ignore lint/correctness/useExhaustiveDependencies: once a verse
  useEffect(() => {
    if (takeFocus && shown) bar.current?.querySelector('button')?.focus()
  }, [verse, shown])

  useEffect(() => {
    const pressed = (event: KeyboardEvent) => {
      if (event.key === 'Escape' && !event.defaultPrevented && !document.querySelector('[data-modal]')) onClose()
    }
    document.addEventListener('keydown', pressed)
    return () => document.removeEventListener('keydown', pressed)
  }, [onClose])

  return (
    <div
      ref={bar}
      role="toolbar"
      aria-label={label}
      className={
        floats
          ? 'floating absolute z-10 flex gap-0.5 p-1'
          : 'floating fixed inset-x-2 bottom-[calc(8px+env(safe-area-inset-bottom))] z-30 flex items-center gap-0.5 p-1'
      }
      style={floats ? { left: place?.left ?? 0, top: place?.top ?? 0, visibility: place ? 'visible' : 'hidden' } : {}}
    >
      {kinds.map((kind) => (
        <Action key={kind.name} icon={kind.action.icon} label={kind.action.label(t)} onClick={() => onAct(kind)} />
      ))}
      <Action icon={Copy} label={t('reader.copy')} onClick={onCopy} />
      {!floats && <IconButton icon={X} label={t('close')} onClick={onClose} />}
    </div>
  )
}
