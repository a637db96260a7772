import type { User } from '@pathlight/contracts/accounts.ts'
import type { BookLanguage } from '@pathlight/scripture/books.ts'
import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { LockedNotice } from '../../../session/locked-notice.tsx'
import type { Action as Act, Chosen, StudyKind } from '../../../study/study-kind.ts'
import { IconButton } from '../../../ui/button.tsx'
import { isComposing } from '../../../ui/composing.ts'
import { Fetched } from '../../../ui/fetched.tsx'
import { BookOpenText, Copy, Share2, X } from '../../../ui/icons.ts'
import type { LucideIcon } from '../../../ui/lucide-icon.ts'
import { moveInToolbar } from '../../../ui/move-in-toolbar.ts'
import { useBackCloses } from '../../../ui/use-back-closes.ts'
import { useMediaQuery } from '../../../ui/use-media-query.ts'
import { fetchPanelAhead } from '../on-verse/beside-text.tsx'
import { linesOfVerses, linesOfWords } from '../text/text-offsets.ts'
import { chosenNumbers } from './copied.ts'
import { placePopup } from './place-popup.ts'
import { useCopy } from './use-copy.ts'

/**
 * The popup floats beside the chosen words if there is a mouse and enough room. On a touch screen the system shows its
 * own menu at the words, so the popup is at the foot of the screen.
 */
const FLOATS = '(min-width: 760px) and (pointer: fine)'

const linesOf = (column: HTMLElement, { by, parts }: Chosen): DOMRect[] => {
  if (by === 'words')
    return linesOfWords(
      column,
      parts.map(({ verse, start, end }) => ({ verse: verse.verse, start, end })),
    )
  return linesOfVerses(column, [parts[0].verse.verse, parts.at(-1)?.verse.verse ?? 0])
}

/** The part of the window in which a column's text is visible. */
const roomOf = (column: HTMLElement): DOMRect => {
  const { left, right, top, bottom } = column.getBoundingClientRect()
  const head = column.querySelector('.column-head')?.getBoundingClientRect().bottom ?? 0
  const from = Math.max(top, head, 0)
  return new DOMRect(left, from, right - left, Math.max(0, Math.min(bottom, innerHeight) - from))
}

/** Focuses the first action. The buttons above the actions are only shortcuts. */
const focusFirst = (bar: HTMLElement | null) => bar?.querySelector<HTMLElement>('button[data-action]')?.focus()

type ActionProps = {
  readonly icon: LucideIcon
  readonly label: string
  /** The full label, if the button shows a short label. */
  readonly title?: string
  readonly onClick: () => void
}

const Action = ({ icon: Icon, label, title, onClick }: ActionProps) => (
  <button
    type="button"
    data-action
    onClick={onClick}
    title={title}
    aria-label={title}
    className="grid min-h-13 min-w-max flex-1 place-items-center content-center gap-1 rounded-sm px-0.5 text-[0.6875rem] font-medium min-[390px]:text-xs wide:px-1 [&>svg]:mx-[11px] wide:[&>svg]:mx-[21px] transition-colors duration-(--fast) hover:bg-accent-soft hover:text-accent"
  >
    <Icon size={18} strokeWidth={1.8} aria-hidden />
    {label}
  </button>
)

/** The key of the toolbar's label in the catalogue. */
const toolbarName = ({ by, parts }: Chosen) => {
  if (by === 'words') return parts.length > 1 ? 'reader.wordsOfVersesChosen' : 'reader.wordsChosen'
  return parts.length > 1 ? 'reader.versesChosen' : 'reader.actions'
}

type Props = {
  readonly column: RefObject<HTMLElement | null>
  readonly chosen: Chosen
  /** The language of a copied reference: that of the text. */
  readonly names: BookLanguage
  /** Whether the person chose by keyboard. If so, the first action gets the focus. */
  readonly takeFocus: boolean
  readonly kinds: readonly StudyKind[]
  readonly viewer: User | null
  readonly onAct: (kind: StudyKind, action: Act) => void
  readonly onShare: () => void
  /** Opens the panel on the chosen verses or words. */
  readonly onLook: () => void
  readonly onClose: () => void
}

/**
 * The actions for the chosen verses or words. They are beside the choice, or at the foot of a touch screen or a small
 * screen.
 */
const ChoicePopup = ({ column, chosen, names, takeFocus, kinds, viewer, onAct, onShare, onLook, onClose }: Props) => {
  const { t } = useTranslation()
  useBackCloses(onClose)
  const onCopy = useCopy(chosen, names)
  const floats = useMediaQuery(FLOATS)
  const bar = useRef<HTMLDivElement>(null)
  const [place, setPlace] = useState<{ left: number; top: number } | null>(null)

  useEffect(() => void fetchPanelAhead(), [])
  useLayoutEffect(() => {
    const [text, popup] = [column.current, bar.current]
    if (!(text && popup)) return
    if (!floats) {
      // Scrolls so that the bar at the foot does not cover the chosen words.
      const under = (linesOf(text, chosen).at(-1)?.bottom ?? 0) - (popup.getBoundingClientRect().top - 12)
      if (under > 0 && under < innerHeight / 2) scrollBy({ top: under })
      return
    }
    const settle = () => {
      const frame = popup.offsetParent
      if (!frame) return
      const size = { width: popup.offsetWidth, height: popup.offsetHeight }
      const position = placePopup({ lines: linesOf(text, chosen), popup: size, room: roomOf(text) })
      const { left, top } = frame.getBoundingClientRect()
      setPlace(position && { left: position.left - left + frame.scrollLeft, top: position.top - top + frame.scrollTop })
    }
    settle()
    // The words move when the text's size or width changes, or when a font loads late.
    const observer = new ResizeObserver(settle)
    observer.observe(text)
    return () => observer.disconnect()
  }, [column, floats, chosen])

  const atOnce = kinds.filter(({ AtOnce }) => AtOnce)
  // The popup is hidden until it has a place, and a hidden element cannot take the focus.
  const isVisible = !floats || place !== null
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once for each choice
  useEffect(() => {
    if (takeFocus && isVisible) focusFirst(bar.current)
  }, [chosen, isVisible])

  useEffect(() => {
    const onDocumentKey = (event: KeyboardEvent) => {
      if (event.defaultPrevented || isComposing(event) || document.querySelector('[data-modal]')) return
      if (event.key === 'Escape') onClose()
      // While the person chooses, the focus stays on the words or on the number of a chosen verse. The key Enter moves
      // the focus to the actions.
      const from = chosen.by === 'words' ? '.scripture, body:focus' : ".verse-number[aria-pressed='true']"
      if (event.key === 'Enter' && event.target instanceof Element && event.target.closest(from)) {
        event.preventDefault()
        focusFirst(bar.current)
      }
    }
    document.addEventListener('keydown', onDocumentKey)
    return () => document.removeEventListener('keydown', onDocumentKey)
  }, [onClose, chosen])

  return (
    <div
      ref={bar}
      role="toolbar"
      aria-label={t(toolbarName(chosen), { verse: chosenNumbers(chosen) })}
      onKeyDown={moveInToolbar}
      // A press on the toolbar must not end the browser's selection.
      onPointerDown={(event) => event.preventDefault()}
      onMouseDown={(event) => event.preventDefault()}
      className={
        floats
          ? 'choice-popup floating absolute z-10 p-1'
          : 'choice-popup floating fixed inset-x-0 bottom-[calc(8px+env(safe-area-inset-bottom))] z-30 p-1 min-[350px]:inset-x-0.5 min-[390px]:inset-x-2'
      }
      style={floats ? { left: place?.left ?? 0, top: place?.top ?? 0, visibility: place ? 'visible' : 'hidden' } : {}}
    >
      <LockedNotice brief />
      <Fetched loading={<div className={atOnce.length > 0 ? 'h-11.5' : ''} />}>
        {atOnce.map(
          ({ AtOnce, ...kind }) =>
            AtOnce && <AtOnce key={kind.name} chosen={chosen} viewer={viewer} act={(action) => onAct(kind, action)} />,
        )}
      </Fetched>
      <div className="flex flex-wrap items-center min-[390px]:gap-0.5">
        {kinds.map((kind) => {
          const { action } = kind
          return (
            action && (
              <Action
                key={kind.name}
                icon={action.icon}
                label={action.label(t)}
                onClick={() => onAct(kind, action.run)}
              />
            )
          )
        })}
        <Action icon={Copy} label={t('reader.copy')} onClick={onCopy} />
        <Action icon={Share2} label={t('reader.share')} onClick={onShare} />
        <Action icon={BookOpenText} label={t('panel.more')} title={t('panel.look')} onClick={onLook} />
        {!floats && (
          <IconButton icon={X} label={t('close')} onClick={onClose} className="floating absolute! -top-12 right-0" />
        )}
      </div>
    </div>
  )
}
export default ChoicePopup
