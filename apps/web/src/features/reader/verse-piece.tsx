import type { Verse } from '@pathlight/contracts/bible.ts'
import { verseNumber } from '../../bible/passage-names.ts'
import { useTranslation } from '../../locales/translation.ts'
import type { StudyKind } from '../../study/study-kind.ts'
import type { Part, Piece } from './lay-out-chapter.ts'
import type { MarkOfKind } from './use-study-on-chapter.ts'

export type OpenFootnote = { readonly anchor: HTMLElement; readonly label: string; readonly text: string }

type Props = {
  readonly piece: Piece
  readonly chosen: boolean
  /** Whether the Tab key stops at this verse's number. */
  readonly stop: boolean
  /** What there is on the verse. */
  readonly marks: readonly MarkOfKind[] | undefined
  readonly onVisit: (verse: number) => void
  readonly onOpen: (kind: StudyKind, verse: Verse) => void
  readonly onFootnote: (footnote: OpenFootnote) => void
}

/** Gives the focus to a verse's number, without scrolling where it is in view or may be left. */
export const focusVerseNumber = (within: ParentNode | null, verse: number, preventScroll = false): void =>
  within?.querySelector<HTMLElement>(`.verse-number[data-verse='${verse}']`)?.focus({ preventScroll })

/** The first word, to be kept with what stands before it; and all the rest. */
const afterFirstWord = ([first, ...rest]: readonly Part[]): { word: Part | null; rest: readonly Part[] } => {
  if (first?.kind !== 'text') return { word: null, rest: first ? [first, ...rest] : rest }
  const word = /^\s*\S+/.exec(first.text)?.[0] ?? ''
  return {
    word: { ...first, key: 'first', text: word },
    rest: [{ ...first, text: first.text.slice(word.length) }, ...rest],
  }
}

/** What of one verse stands in one paragraph or line: its number, its words, its footnotes, the marks of what is on it. */
export const VersePiece = ({ piece, chosen, stop, marks, onVisit, onOpen, onFootnote }: Props) => {
  // The text around them may be in another language than the names of the buttons.
  const { t, language } = useTranslation()
  const { verse, opens, closes } = piece
  const number = verseNumber(verse)
  const { word, rest } = opens ? afterFirstWord(piece.parts) : { word: null, rest: piece.parts }
  const footnoteLabel = t('reader.footnoteOf', { verse: number })

  const show = (part: Part) => {
    if (part.kind === 'footnote')
      return (
        <button
          key={part.key}
          type="button"
          className="footnote"
          lang={language}
          aria-label={footnoteLabel}
          aria-haspopup="dialog"
          title={t('reader.footnote')}
          onClick={({ currentTarget }) => onFootnote({ anchor: currentTarget, label: footnoteLabel, text: part.text })}
        >
          †
        </button>
      )
    if (part.styles.length === 0) return part.text
    return (
      <span key={part.key} className={part.styles.join(' ')}>
        {part.text}
      </span>
    )
  }
  return (
    <>
      <span className="verse" data-verse={verse.verse} data-chosen={chosen || undefined}>
        {opens && (
          // A number never stands alone at the end of a line.
          <span className="whitespace-nowrap">
            <button
              type="button"
              className="verse-number"
              lang={language}
              data-verse={verse.verse}
              aria-label={t('reader.verse', { verse: number })}
              aria-pressed={chosen}
              tabIndex={stop ? 0 : -1}
              onFocus={() => onVisit(verse.verse)}
            >
              {number}
            </button>
            {word && show(word)}
          </span>
        )}
        {rest.map(show)}
        {closes &&
          marks?.map(({ kind, mark: { icon: Icon, label } }) => (
            <button
              key={kind.name}
              type="button"
              className="mark"
              lang={language}
              aria-label={label}
              title={label}
              onClick={() => onOpen(kind, verse)}
            >
              <Icon size={15} strokeWidth={1.8} className="inline" aria-hidden />
            </button>
          ))}
      </span>{' '}
    </>
  )
}
