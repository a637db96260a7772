import type { Verse } from '@pathlight/contracts/bible.ts'
import { type KeyboardEvent, lazy, type MouseEvent, memo, useEffect, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useHydrated } from '../../../device/use-hydrated.ts'
import { useLanguage } from '../../../locales/use-language.tsx'
import type { StudyKind } from '../../../study/study-kind.ts'
import { Fetched } from '../../../ui/fetched.tsx'
import { isAmong } from '../choosing/chosen.ts'
import type { StudyOnChapter } from '../on-verse/use-study-on-chapter.tsx'
import { hasSections, headingTag } from './heading-tag.ts'
import { firstAhead, layOutByAndBy } from './lay-out-by-and-by.ts'
import { type Block, layOutChapter, type Piece } from './lay-out-chapter.ts'
import type { ColumnRow } from './use-aligned-rows.ts'
import { focusVerseNumber, type OpenFootnote, VersePiece } from './verse-piece.tsx'

/** The popover is fetched when the first footnote is opened. */
const FootnotePopover = lazy(() => import('./footnote-popover.tsx'))
/** The links are fetched if a heading names passages, because the parser of references is large. */
const HeadingReferences = lazy(() => import('./heading-references.tsx'))

/**
 * How a verse was pressed. After a press by keyboard, the popup takes the focus. `from` is null for a single verse.
 * Otherwise the press extends a range to this verse, from the range's anchor or, without a range, from the verse
 * `from`.
 */
export type Press = { readonly byKeyboard: boolean; readonly from: number | null }

type Props = {
  readonly verses: readonly Verse[]
  /** The text's language (BCP 47). It is the `lang` of the element around the text. */
  readonly textLanguage: string
  /** The verses in the rows that columns share. Null if columns share no rows. */
  readonly rows: readonly ColumnRow[] | null
  readonly chosen: readonly number[] | null
  /** Whether the person is choosing the verses. If not, an address named them or an action was done with them. */
  readonly held: boolean
  readonly study: StudyOnChapter
  readonly onChoose: (verse: Verse, press: Press) => void
  readonly onOpen: (what: StudyKind | 'references', verse: Verse) => void
}

/** The number of the verse to which a verse number or a word belongs. Null outside of the verses. */
const verseAt = (target: EventTarget): number | null => {
  const element = target instanceof Element ? target.closest<HTMLElement>('[data-verse]') : null
  return element ? Number(element.dataset.verse) : null
}

/** The number of the verse nearest to a point between lines. The vertical distance counts first. */
const nearestVerse = (text: HTMLElement, x: number, y: number): number | null => {
  const distance = (at: number, from: number, to: number) => Math.max(from - at, 0, at - to)
  let [nearest, shortest]: [number | null, number] = [null, Number.POSITIVE_INFINITY]
  for (const piece of text.querySelectorAll<HTMLElement>('.verse'))
    for (const { left, right, top, bottom } of piece.getClientRects()) {
      const way = distance(y, top, bottom) * 10_000 + distance(x, left, right)
      if (way < shortest) [nearest, shortest] = [Number(piece.dataset.verse), way]
    }
  return nearest
}

const isNumber = (target: EventTarget | null): target is HTMLElement =>
  target instanceof HTMLElement && target.classList.contains('verse-number')

/** The index of the verse to which an arrow key, Home or End moves. Null for other keys. */
const indexAfterKey = (key: string, at: number, last: number): number | null => {
  if (key === 'ArrowUp') return Math.max(0, at - 1)
  if (key === 'ArrowDown') return Math.min(last, at + 1)
  if (key === 'Home') return 0
  return key === 'End' ? last : null
}

/**
 * The blocks of each row of the grid. If any column has a heading above a verse, headings and verses are in rows of
 * their own.
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
 * The verses of a chapter. A click anywhere on a verse chooses the verse; a press of its number, which is a button,
 * does the same. The Tab key stops at the number of one verse, and the arrow keys move from verse to verse. Screen
 * readers read plain text with numbers.
 */
export const ChapterText = memo(({ verses, textLanguage, rows, chosen, held, study, onChoose, onOpen }: Props) => {
  const { t } = useTranslation()
  const language = useLanguage()
  const lang = language === textLanguage ? undefined : language
  const blocks = useMemo(() => (rows ? layOutRows(rows) : [layOutChapter(verses)]), [verses, rows])
  const text = useRef<HTMLDivElement>(null)
  // The verses of the server's HTML, until others are shown. layOutByAndBy removes `data-ahead` from their elements
  // without a rendering. React does not restore it, because React's own value does not change.
  const hydrated = useHydrated()
  const [served, setServed] = useState(hydrated ? null : verses)
  if (served !== null && (served !== verses || rows !== null)) setServed(null)
  const ahead = served && blocks[0] ? firstAhead(blocks[0]) : null
  useEffect(() => {
    if (served && text.current) return layOutByAndBy(text.current)
  }, [served])
  const sectioned = useMemo(() => hasSections(verses), [verses])
  const [footnote, setFootnote] = useState<OpenFootnote | null>(null)
  // A footnote closes with its chapter, even if the person went back in the history without a press on the page.
  const [of, setOf] = useState(verses)
  if (of !== verses) {
    setOf(verses)
    setFootnote(null)
  }
  const [visited, setVisited] = useState<number | null>(null)
  const preferred = visited ?? chosen?.[0]
  const stop = verses.some(({ verse }) => verse === preferred) ? preferred : verses[0]?.verse
  const isChosen = (verse: Verse) => chosen !== null && isAmong(verse, chosen)

  const press = (event: MouseEvent<HTMLElement>) => {
    // A press between lines, or after a line's last word, chooses the nearest verse. A press on a heading chooses none.
    const isBetween = event.target instanceof Element && !event.target.closest('.verse, .heading, a, button')
    const at = isBetween ? nearestVerse(event.currentTarget, event.clientX, event.clientY) : verseAt(event.target)
    const verse = verses.find((one) => one.verse === at)
    if (!verse) return
    const button = event.target instanceof Element ? event.target.closest('button') : null
    if (button?.matches('.letter')) return onOpen('references', verse)
    if (button && !isNumber(button)) return
    // The release of the mouse button after a selection does not choose the verse. A press on the verse's number does.
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
        // The device went offline before this code had loaded. The next key press fetches the code again.
        .catch(() => undefined)
      return
    }
    const at = verses.findIndex((verse) => verse.verse === verseAt(event.target))
    const from = verses[at]
    const to = verses[indexAfterKey(event.key, at, verses.length - 1) ?? -1]
    if (!(from && to) || event.altKey) return
    event.preventDefault()
    focusVerseNumber(event.currentTarget, to.verse)
    if (event.shiftKey) onChoose(to, { byKeyboard: false, from: from.verse })
  }
  // Without this, a click with Shift would select the words since the last click.
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
      paints={study.paints.get(piece.verse.verse)}
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
            <Fetched instead={text}>
              <HeadingReferences heading={text} version={verses[0]?.version ?? ''} />
            </Fetched>
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
        ? // biome-ignore lint/suspicious/noArrayIndexKey: only its place identifies a row
          blocks.map((row, index) => <div key={index}>{row.map(showBlock)}</div>)
        : blocks[0]?.map(showBlock)}
      <Fetched>{footnote && <FootnotePopover {...footnote} onClose={() => setFootnote(null)} />}</Fetched>
    </div>
  )
})
