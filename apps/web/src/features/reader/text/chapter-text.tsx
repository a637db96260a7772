import type { Verse } from '@pathlight/contracts/bible.ts'
import { type KeyboardEvent, lazy, type MouseEvent, memo, Suspense, useEffect, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useHydrated } from '../../../device/use-hydrated.ts'
import { useLanguage } from '../../../locales/use-language.tsx'
import type { StudyKind } from '../../../study/study-kind.ts'
import { Fetched } from '../../../ui/fetched.tsx'
import { isAmong } from '../choosing/chosen.ts'
import { PAINTS_RANGES } from '../on-verse/paint-words.ts'
import type { StudyOnChapter } from '../on-verse/use-study-on-chapter.tsx'
import { hasSections, headingTag } from './heading-tag.ts'
import { firstAhead, layOutByAndBy } from './lay-out-by-and-by.ts'
import { type Block, layOutChapter, type Piece } from './lay-out-chapter.ts'
import type { ColumnRow } from './use-aligned-rows.ts'
import { focusVerseNumber, type OpenFootnote, VersePiece } from './verse-piece.tsx'

/** Fetched when the first footnote is opened. */
const FootnotePopover = lazy(() => import('./footnote-popover.tsx'))
/** With what reads references, which is much: fetched where a heading names passages. */
const HeadingReferences = lazy(() => import('./heading-references.tsx'))

/**
 * How a verse was pressed: what opens by keyboard takes the focus. `from`: the press draws a range to this verse. The
 * range begins where the chosen range began, else at the verse `from`. Null where the verse is pressed alone.
 */
export type Press = { readonly byKeyboard: boolean; readonly from: number | null }

type Props = {
  readonly verses: readonly Verse[]
  /** As the element around it has it (BCP 47). */
  readonly textLanguage: string
  /** The verses in rows that other columns share; null where they run on. */
  readonly rows: readonly ColumnRow[] | null
  /** The numbers of the chosen verses. */
  readonly chosen: readonly number[] | null
  /** They are held by hand, and not only pointed to. */
  readonly held: boolean
  readonly study: StudyOnChapter
  readonly onChoose: (verse: Verse, press: Press) => void
  readonly onOpen: (what: StudyKind | 'references', verse: Verse) => void
}

/** The verse whose number or words these are. */
const verseAt = (target: EventTarget): number | null => {
  const element = target instanceof Element ? target.closest<HTMLElement>('[data-verse]') : null
  return element ? Number(element.dataset.verse) : null
}

/** In lines that stand between: which one's way to a point is the shortest, up or down first. */
const nearestVerse = (text: HTMLElement, x: number, y: number): number | null => {
  const beyond = (at: number, from: number, to: number) => Math.max(from - at, 0, at - to)
  let [nearest, shortest]: [number | null, number] = [null, Number.POSITIVE_INFINITY]
  for (const piece of text.querySelectorAll<HTMLElement>('.verse'))
    for (const { left, right, top, bottom } of piece.getClientRects()) {
      const way = beyond(y, top, bottom) * 10_000 + beyond(x, left, right)
      if (way < shortest) [nearest, shortest] = [Number(piece.dataset.verse), way]
    }
  return nearest
}

const isNumber = (target: EventTarget | null): target is HTMLElement =>
  target instanceof HTMLElement && target.classList.contains('verse-number')

/** Up, down, home, end: the place of the verse to go to. */
const placeBy = (key: string, at: number, last: number): number | null => {
  if (key === 'ArrowUp') return Math.max(0, at - 1)
  if (key === 'ArrowDown') return Math.min(last, at + 1)
  if (key === 'Home') return 0
  return key === 'End' ? last : null
}

/**
 * Rows of a grid. Where any column has a heading above a verse, the headings and the verses stand in rows of their own.
 */
const layOutRows = (rows: readonly ColumnRow[]): readonly (readonly Block[])[] =>
  rows.flatMap(({ verses, headed }, at) => {
    const blocks = layOutChapter(verses, `r${at}`)
    if (!headed) return [blocks]
    const first = blocks.findIndex(({ kind }) => kind !== 'heading')
    const above = first === -1 ? blocks.length : first
    return [blocks.slice(0, above), blocks.slice(above)]
  })

/**
 * The verses of a chapter. A click anywhere on a verse chooses it; so does its number, which is a button. The chapter
 * is one stop of the Tab key, and the arrows go from verse to verse. Screen readers meet plain text with numbers
 * between.
 */
export const ChapterText = memo(({ verses, textLanguage, rows, chosen, held, study, onChoose, onOpen }: Props) => {
  const { t } = useTranslation()
  const language = useLanguage()
  const lang = language === textLanguage ? undefined : language
  const blocks = useMemo(() => (rows ? layOutRows(rows) : [layOutChapter(verses)]), [verses, rows])
  const text = useRef<HTMLDivElement>(null)
  // The verses of the server's HTML, until others are shown. The marks of what is laid out later are removed from the
  // elements themselves, without rendering: React leaves what it did not change.
  const hydrated = useHydrated()
  const [served, setServed] = useState(hydrated ? null : verses)
  if (served !== null && (served !== verses || rows !== null)) setServed(null)
  const ahead = served && blocks[0] ? firstAhead(blocks[0]) : null
  useEffect(() => {
    if (served && text.current) return layOutByAndBy(text.current)
  }, [served])
  const sectioned = useMemo(() => hasSections(verses), [verses])
  const [footnote, setFootnote] = useState<OpenFootnote | null>(null)
  // It goes with the chapter that it is of, also where nothing on the page was pressed: by the way back.
  const [of, setOf] = useState(verses)
  if (of !== verses) {
    setOf(verses)
    setFootnote(null)
  }
  const [visited, setVisited] = useState<number | null>(null)
  const wanted = visited ?? chosen?.[0]
  const stop = verses.some(({ verse }) => verse === wanted) ? wanted : verses[0]?.verse
  const isChosen = (verse: Verse) => chosen !== null && isAmong(verse, chosen)

  const press = (event: MouseEvent<HTMLElement>) => {
    // Between two lines, or behind the last word of one: the verse beside it. A heading is none.
    const isBetween = event.target instanceof Element && !event.target.closest('.verse, .heading, a, button')
    const at = isBetween ? nearestVerse(event.currentTarget, event.clientX, event.clientY) : verseAt(event.target)
    const verse = verses.find((one) => one.verse === at)
    if (!verse) return
    const button = event.target instanceof Element ? event.target.closest('button') : null
    if (button?.matches('.letter')) return onOpen('references', verse)
    if (button && !isNumber(button)) return
    // The end of selecting some words is not a choice of the verse; pressing its number is.
    if (!button && !event.shiftKey && getSelection()?.isCollapsed === false) return
    getSelection()?.removeAllRanges()
    onChoose(verse, { byKeyboard: event.detail === 0, from: event.shiftKey ? verse.verse : null })
  }
  const move = (event: KeyboardEvent) => {
    if (!isNumber(event.target) || event.ctrlKey || event.metaKey) return
    if (event.shiftKey && (event.key === 'ArrowRight' || event.key === 'ArrowLeft')) {
      event.preventDefault()
      const { target, key, altKey } = event
      import('./select-words.ts')
        .then(({ selectWords }) => selectWords(target, key, altKey))
        // The network went before this code had come: the next key asks for it again.
        .catch(() => undefined)
      return
    }
    const at = verses.findIndex((verse) => verse.verse === verseAt(event.target))
    const from = verses[at]
    const to = verses[placeBy(event.key, at, verses.length - 1) ?? -1]
    if (!(from && to) || event.altKey) return
    event.preventDefault()
    focusVerseNumber(event.currentTarget, to.verse)
    if (event.shiftKey) onChoose(to, { byKeyboard: false, from: from.verse })
  }
  // Shift and a click would otherwise select the words between.
  const keepSelection = (event: MouseEvent) => {
    if (event.shiftKey && chosen !== null) event.preventDefault()
  }

  const showPiece = (piece: Piece) => (
    <VersePiece
      key={piece.key}
      piece={piece}
      t={t}
      lang={lang}
      chosen={isChosen(piece.verse) ? (held ? 'held' : 'pointed') : null}
      stop={stop === piece.verse.verse}
      marks={study.marks.get(piece.verse.verse)}
      paints={PAINTS_RANGES ? undefined : study.paints.get(piece.verse.verse)}
      onVisit={setVisited}
      onOpen={study.marks.has(piece.verse.verse) ? onOpen : null}
      onFootnote={setFootnote}
    />
  )
  const showBlock = (block: Block, at: number) => {
    const later = ahead !== null && at >= ahead ? '' : undefined
    if (block.kind === 'heading') {
      const { kind, text } = block.heading
      const Tag = headingTag(kind, sectioned)
      return (
        <Tag key={block.key} className={`heading ${kind}`} data-ahead={later}>
          {hydrated && text.startsWith('(') && /\d/.test(text) ? (
            <Suspense fallback={text}>
              <HeadingReferences heading={text} version={verses[0]?.version ?? ''} />
            </Suspense>
          ) : (
            text
          )}
        </Tag>
      )
    }
    if (block.kind === 'paragraph')
      return (
        <p key={block.key} data-ahead={later}>
          {block.pieces.map(showPiece)}
        </p>
      )
    return (
      <div
        key={block.key}
        className={`line ${block.stanza ? 'stanza' : ''}`}
        data-indent={block.indent}
        data-ahead={later}
      >
        {block.pieces.map(showPiece)}
      </div>
    )
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the verses' numbers are the buttons; a click on the words is a shortcut to them
    <div ref={text} className="scripture" onClick={press} onMouseDown={keepSelection} onKeyDown={move}>
      {rows
        ? // biome-ignore lint/suspicious/noArrayIndexKey: a row is what stands in its place
          blocks.map((row, index) => <div key={index}>{row.map(showBlock)}</div>)
        : blocks[0]?.map(showBlock)}
      <Fetched>{footnote && <FootnotePopover {...footnote} onClose={() => setFootnote(null)} />}</Fetched>
    </div>
  )
})
