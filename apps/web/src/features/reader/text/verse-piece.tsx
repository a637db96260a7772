import type { Verse } from '@pathlight/contracts/bible.ts'
import type { TFunction } from 'i18next'
import { Fragment, memo, type ReactNode } from 'react'
import { verseNumber } from '../../../bible/passage-names.ts'
import type { Language } from '../../../locales/words.ts'
import type { StudyKind, VersePaint } from '../../../study/study-kind.ts'
import type { MarkOfKind } from '../on-verse/use-study-on-chapter.tsx'
import { firstWordOf } from './first-word.ts'
import type { Part, Piece } from './lay-out-chapter.ts'

export type OpenFootnote = { readonly anchor: HTMLElement; readonly label: string; readonly text: string }

type Props = {
  readonly piece: Piece
  /** The translation function. It is passed down, because a hook in each of up to 176 verses would be slow. */
  readonly t: TFunction
  /** The interface's language, if it differs from the text's. */
  readonly lang: Language | undefined
  /**
   * `held`: the person is choosing the verse. `pointed`: an address named it or an action was done with it. Null if it
   * is not chosen.
   */
  readonly chosen: 'held' | 'pointed' | null
  /** Whether the Tab key stops at this verse's number and letter. */
  readonly stop: boolean
  readonly marks: readonly MarkOfKind[] | undefined
  readonly paints: readonly VersePaint[] | undefined
  readonly onVisit: (verse: number) => void
  /**
   * Called when the person presses a mark. Null for a verse without marks, because each new function would render the
   * verse again.
   */
  readonly onOpen: ((kind: StudyKind, verse: Verse) => void) | null
  readonly onFootnote: (footnote: OpenFootnote) => void
}

export const focusVerseNumber = (within: ParentNode | null, verse: number, preventScroll = false): void =>
  within?.querySelector<HTMLElement>(`.verse-number[data-verse='${verse}']`)?.focus({ preventScroll })

type TextPart = Extract<Part, { kind: 'text' }>

/** Splits off the first word, which stays on the same line as the number before it. */
const afterFirstWord = ([first, ...rest]: readonly Part[]): { word: TextPart | null; rest: readonly Part[] } => {
  if (first?.kind !== 'text') return { word: null, rest: first ? [first, ...rest] : rest }
  const word = firstWordOf(first.text)
  return {
    word: { ...first, key: 'first', text: word },
    rest: [{ ...first, start: first.start + word.length, text: first.text.slice(word.length) }, ...rest],
  }
}

/** Cuts a text wherever a paint begins or ends. Each part has its paints. */
const paintedRuns = ({ text, start }: TextPart, paints: readonly VersePaint[]) => {
  const end = start + text.length
  const cuts = new Set([start, end])
  for (const paint of paints) for (const at of [paint.start, paint.end]) if (at > start && at < end) cuts.add(at)
  const places = [...cuts].sort((a, b) => a - b)
  return places.slice(0, -1).map((from, index) => {
    const to = places[index + 1] ?? end
    const on = paints.filter((paint) => paint.start <= from && paint.end >= to)
    const begins = on.filter((paint) => paint.start === from)
    const edges = [begins.length > 0 && 'start', on.some((paint) => paint.end === to) && 'end'].filter(Boolean)
    return { text: text.slice(from - start, to - start), on, begins, edges }
  })
}

/** The part of a verse in one paragraph or line: number, words, footnotes, and the marks of its items. */
export const VersePiece = memo(({ piece, t, lang, chosen, stop, marks, paints, ...callbacks }: Props) => {
  const { onVisit, onOpen, onFootnote } = callbacks
  const { verse, opens, closes } = piece
  const number = verseNumber(verse)
  const { word, rest } = opens ? afterFirstWord(piece.parts) : { word: null, rest: piece.parts }

  const showText = (part: TextPart): ReactNode => {
    if (!paints) return part.text
    return paintedRuns(part, paints).map(({ text, on, begins, edges }, index) =>
      on.length === 0 ? (
        text
      ) : (
        <mark
          // biome-ignore lint/suspicious/noArrayIndexKey: only its place identifies a run
          key={index}
          data-paint={on.map(({ name }) => name).join(' ')}
          data-edge={edges.join(' ')}
          data-says={begins.map(({ says }) => says).join(', ') || undefined}
        >
          {text}
        </mark>
      ),
    )
  }
  const show = (part: Part) => {
    if (part.kind === 'footnote') {
      const label = t('reader.footnoteOf', { verse: number })
      return (
        <button
          key={part.key}
          type="button"
          className="footnote"
          lang={lang}
          aria-label={label}
          aria-haspopup="dialog"
          title={t('reader.footnote')}
          onClick={({ currentTarget }) => onFootnote({ anchor: currentTarget, label, text: part.text })}
        >
          †
        </button>
      )
    }
    if (part.styles.length === 0) return <Fragment key={part.key}>{showText(part)}</Fragment>
    return (
      <span key={part.key} className={part.styles.join(' ')}>
        {showText(part)}
      </span>
    )
  }
  return (
    <>
      <span className="verse" data-verse={verse.verse} data-chosen={chosen ?? undefined}>
        {opens && (
          // The number must not be alone at the end of a line.
          <span className="whitespace-nowrap">
            <button
              type="button"
              className="verse-number"
              lang={lang}
              data-verse={verse.verse}
              aria-label={t('reader.verse', { verse: number })}
              aria-pressed={chosen === 'held'}
              aria-current={chosen === 'pointed' ? 'location' : undefined}
              data-marked={marks?.map(({ mark }) => mark.sign ?? '').join(' ')}
              title={marks?.map(({ mark }) => mark.label).join(', ')}
              tabIndex={stop ? 0 : -1}
              onFocus={() => onVisit(verse.verse)}
            >
              {number}
            </button>
            {word && show(word)}
          </span>
        )}
        {rest.map(show)}
        {closes && (verse.letter || marks) && (
          <span className="signs">
            {verse.letter && (
              // CSS draws the letter, so the letter is not copied and does not count as text. ChapterText handles a
              // press on it.
              <button
                type="button"
                className="letter"
                lang={lang}
                data-letter={verse.letter}
                aria-label={t('reader.referencesOf', { verse: number })}
                tabIndex={stop ? 0 : -1}
              />
            )}
            {marks?.map(
              ({ kind, mark: { icon: Icon, label } }) =>
                Icon && (
                  <button
                    key={kind.name}
                    type="button"
                    className="mark"
                    lang={lang}
                    aria-label={label}
                    title={label}
                    onClick={() => onOpen?.(kind, verse)}
                  >
                    <Icon size={15} strokeWidth={1.8} className="inline" aria-hidden />
                  </button>
                ),
            )}
          </span>
        )}
      </span>{' '}
    </>
  )
})
