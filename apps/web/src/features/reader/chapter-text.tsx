import type { Verse } from '@pathlight/contracts/bible.ts'
import { type KeyboardEvent, lazy, type MouseEvent, memo, Suspense, useMemo, useState } from 'react'
import type { StudyKind } from '../../study/study-kind.ts'
import { type Block, layOutChapter, type Piece } from './lay-out-chapter.ts'
import type { StudyOnChapter } from './use-study-on-chapter.ts'
import { focusVerseNumber, type OpenFootnote, VersePiece } from './verse-piece.tsx'

/** Fetched when the first footnote is opened. */
const FootnotePopover = lazy(() => import('./footnote-popover.tsx'))

type Props = {
  readonly verses: readonly Verse[]
  readonly chosen: number | null
  readonly study: StudyOnChapter
  /** `byKeyboard`: what opens takes the focus. */
  readonly onChoose: (verse: Verse, byKeyboard: boolean) => void
  readonly onOpen: (kind: StudyKind, verse: Verse) => void
}

const HEADINGS = { section: 'h2', minor: 'h3', psalm: 'p', acrostic: 'h3', speaker: 'p' } as const
const HEADING_CLASSES: Partial<Record<keyof typeof HEADINGS, string>> = { psalm: 'psalm-title', speaker: 'speaker' }

/** The verse whose number or words these are. */
const verseAt = (target: EventTarget): number | null => {
  const element = target instanceof Element ? target.closest<HTMLElement>('[data-verse]') : null
  return element ? Number(element.dataset.verse) : null
}

/** Up, down, home, end: the place of the verse to go to. */
const placeBy = (key: string, at: number, last: number): number | null => {
  if (key === 'ArrowUp') return Math.max(0, at - 1)
  if (key === 'ArrowDown') return Math.min(last, at + 1)
  if (key === 'Home') return 0
  return key === 'End' ? last : null
}

/**
 * The verses of a chapter. A verse is chosen by a click anywhere on it, or by its number, which is a button: the chapter
 * is one stop of the Tab key, and the arrows go from verse to verse. Screen readers meet plain text with numbers between.
 */
export const ChapterText = memo(({ verses, chosen, study, onChoose, onOpen }: Props) => {
  const blocks = useMemo(() => layOutChapter(verses), [verses])
  const [footnote, setFootnote] = useState<OpenFootnote | null>(null)
  const [visited, setVisited] = useState<number | null>(null)
  const known = verses.some(({ verse }) => verse === (chosen ?? visited))
  const stop = known ? (chosen ?? visited) : verses[0]?.verse

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
    const to = placeBy(event.key, at, verses.length - 1)
    if (to === null) return
    event.preventDefault()
    focusVerseNumber(event.currentTarget, verses[to]?.verse ?? 0)
  }

  const showPiece = (piece: Piece) => (
    <VersePiece
      key={piece.key}
      piece={piece}
      chosen={chosen === piece.verse.verse}
      stop={stop === piece.verse.verse}
      marks={study.marks.get(piece.verse.verse)}
      onVisit={setVisited}
      onOpen={onOpen}
      onFootnote={setFootnote}
    />
  )
  const showBlock = (block: Block) => {
    if (block.kind === 'heading') {
      const Tag = HEADINGS[block.heading.kind]
      return (
        <Tag key={block.key} className={HEADING_CLASSES[block.heading.kind]}>
          {block.heading.text}
        </Tag>
      )
    }
    if (block.kind === 'paragraph') return <p key={block.key}>{block.pieces.map(showPiece)}</p>
    return (
      <div key={block.key} className={`line ${block.stanza ? 'stanza' : ''}`} data-indent={block.indent}>
        {block.pieces.map(showPiece)}
      </div>
    )
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the verses' numbers are the buttons; a click on the words is a shortcut to them
    <div className="scripture" onClick={click} onKeyDown={move}>
      {blocks.map(showBlock)}
      <Suspense fallback={null}>
        {footnote && <FootnotePopover {...footnote} onClose={() => setFootnote(null)} />}
      </Suspense>
    </div>
  )
})
