import type { Verse } from '@pathlight/contracts/bible.ts'
import { PencilLine } from 'lucide-react'
import { verseNumber } from '../../bible/passage-names.ts'
import { useTranslation } from '../../locales/translation.ts'
import type { Part, Piece } from './lay-out-chapter.ts'

export type OpenFootnote = { readonly anchor: HTMLElement; readonly label: string; readonly text: string }

type Props = {
  readonly piece: Piece
  readonly chosen: boolean
  /** Whether the Tab key stops at this verse's number. */
  readonly stop: boolean
  /** How many notes are on the verse. */
  readonly notes: number
  readonly onVisit: (verse: number) => void
  readonly onOpenNotes: (verse: Verse) => void
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

/** What of one verse stands in one paragraph or line: its number, its words, its footnotes, the mark of its notes. */
export const VersePiece = ({ piece, chosen, stop, notes, onVisit, onOpenNotes, onFootnote }: Props) => {
  // The text around them may be in another language than the names of the buttons.
  const { t, language } = useTranslation()
  const { verse, opens, closes } = piece
  const number = verseNumber(verse)
  const { word, rest } = opens ? afterFirstWord(piece.parts) : { word: null, rest: piece.parts }
  const footnoteLabel = t('reader.footnoteOf', { verse: number })
  const notesLabel = t('reader.verseNotes', { count: notes, verse: number })

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
        {closes && notes > 0 && (
          <button
            type="button"
            className="mark"
            lang={language}
            aria-label={notesLabel}
            title={notesLabel}
            onClick={() => onOpenNotes(verse)}
          >
            <PencilLine size={15} strokeWidth={1.8} className="inline" aria-hidden />
          </button>
        )}
      </span>{' '}
    </>
  )
}
