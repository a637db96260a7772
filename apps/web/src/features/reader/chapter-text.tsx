import type { Verse } from '@pathlight/contracts/bible.ts'
import { PencilLine } from 'lucide-react'
import { Fragment, type KeyboardEvent, lazy, type MouseEvent, memo, Suspense, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { verseNumber } from '../../locales/passage-names.ts'
import { type Block, layOutChapter, type Piece } from './lay-out-chapter.ts'

/** Fetched when the first footnote is opened. */
const FootnotePopover = lazy(() => import('./footnote-popover.tsx'))

type Props = {
  readonly verses: readonly Verse[]
  readonly chosen: number | null
  /** How many notes there are, by verse number. */
  readonly noteCounts: ReadonlyMap<number, number>
  /** `byKeyboard`: what opens takes the focus. */
  readonly onChoose: (verse: Verse, byKeyboard: boolean) => void
  readonly onOpenNotes: (verse: Verse) => void
}

const HEADINGS = { section: 'h2', minor: 'h3', psalm: 'p', acrostic: 'h3', speaker: 'p' } as const
const HEADING_CLASSES: Partial<Record<keyof typeof HEADINGS, string>> = { psalm: 'psalm-title', speaker: 'speaker' }

/** The verse whose number the event came from, or the text of it. */
const verseAt = (target: EventTarget): number | null => {
  const element = target instanceof Element ? target.closest<HTMLElement>('[data-verse]') : null
  return element ? Number(element.dataset.verse) : null
}

/** Up, down, home, end: the number of the verse to go to. */
const verseBy = (key: string, at: number, last: number): number | null => {
  if (key === 'ArrowUp') return Math.max(0, at - 1)
  if (key === 'ArrowDown') return Math.min(last, at + 1)
  if (key === 'Home') return 0
  return key === 'End' ? last : null
}

/**
 * The verses of a chapter. A verse is chosen by a click anywhere on it, or by its number, which is a button: the chapter
 * is one stop of the Tab key, and the arrows go from verse to verse. Screen readers meet plain text with numbers between.
 */
export const ChapterText = memo(({ verses, chosen, noteCounts, onChoose, onOpenNotes }: Props) => {
  const { t } = useTranslation()
  const blocks = useMemo(() => layOutChapter(verses), [verses])
  const [footnote, setFootnote] = useState<{ anchor: HTMLElement; label: string; text: string } | null>(null)
  const [visited, setVisited] = useState<number | null>(null)
  const stop = chosen ?? visited ?? verses[0]?.verse

  const click = (event: MouseEvent) => {
    const at = verseAt(event.target)
    const verse = verses.find((one) => one.verse === at)
    if (!verse) return
    const button = event.target instanceof Element ? event.target.closest('button') : null
    if (button && !button.classList.contains('verse-number')) return
    // The end of selecting some words is not a choice of the verse.
    if (getSelection()?.isCollapsed === false) return
    onChoose(verse, event.detail === 0)
  }
  const move = (event: KeyboardEvent) => {
    if (!(event.target instanceof HTMLElement && event.target.classList.contains('verse-number'))) return
    const at = verses.findIndex((verse) => verse.verse === verseAt(event.target))
    const to = verseBy(event.key, at, verses.length - 1)
    if (to === null) return
    event.preventDefault()
    event.currentTarget.querySelector<HTMLElement>(`.verse-number[data-verse='${verses[to]?.verse}']`)?.focus()
  }

  const piece = ({ key, verse, opens, closes, parts }: Piece) => {
    const number = verseNumber(verse)
    const count = noteCounts.get(verse.verse) ?? 0
    return (
      <Fragment key={key}>
        <span className="verse" data-verse={verse.verse} data-chosen={chosen === verse.verse || undefined}>
          {opens && (
            <button
              type="button"
              className="verse-number"
              data-verse={verse.verse}
              aria-label={t('reader.verse', { verse: number })}
              aria-pressed={chosen === verse.verse}
              tabIndex={stop === verse.verse ? 0 : -1}
              onFocus={() => setVisited(verse.verse)}
            >
              {number}
            </button>
          )}
          {parts.map((part) =>
            part.kind === 'footnote' ? (
              <button
                key={part.key}
                type="button"
                className="footnote"
                aria-label={t('reader.footnoteOf', { verse: number })}
                aria-haspopup="dialog"
                title={t('reader.footnote')}
                onClick={({ currentTarget: anchor }) =>
                  setFootnote({ anchor, label: t('reader.footnoteOf', { verse: number }), text: part.text })
                }
              >
                †
              </button>
            ) : part.styles.length > 0 ? (
              <span key={part.key} className={part.styles.join(' ')}>
                {part.text}
              </span>
            ) : (
              part.text
            ),
          )}
          {closes && count > 0 && (
            <button
              type="button"
              className="mark"
              aria-label={t('reader.verseNotes', { count, verse: number })}
              title={t('reader.verseNotes', { count, verse: number })}
              onClick={() => onOpenNotes(verse)}
            >
              <PencilLine size={15} strokeWidth={1.8} className="inline" aria-hidden />
            </button>
          )}
        </span>{' '}
      </Fragment>
    )
  }
  const block = (one: Block) => {
    if (one.kind === 'heading') {
      const Tag = HEADINGS[one.heading.kind]
      return (
        <Tag key={one.key} className={HEADING_CLASSES[one.heading.kind]}>
          {one.heading.text}
        </Tag>
      )
    }
    if (one.kind === 'paragraph') return <p key={one.key}>{one.pieces.map(piece)}</p>
    return (
      <div key={one.key} className={`line ${one.stanza ? 'stanza' : ''}`} data-indent={one.indent}>
        {one.pieces.map(piece)}
      </div>
    )
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the verses' numbers are the buttons; a click on the words is a shortcut to them
    // biome-ignore lint/a11y/useKeyWithClickEvents: the numbers answer Enter and Space by being buttons
    <div className="scripture" onClick={click} onKeyDown={move}>
      {blocks.map(block)}
      <Suspense fallback={null}>
        {footnote && <FootnotePopover {...footnote} onClose={() => setFootnote(null)} />}
      </Suspense>
    </div>
  )
})
