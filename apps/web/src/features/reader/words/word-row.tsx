import { parsingOf } from '@pathlight/scripture/parsing.ts'
import type { KeyboardEvent } from 'react'
import { useLanguage } from '../../../locales/use-language.tsx'
import { type Points, withPoints } from './hebrew-points.ts'
import { isOriginal, type ShownWord } from './shown-words.ts'
import { transliterateGreek } from './transliterate-greek.ts'

/**
 * The transliteration of a word. In a Greek original, this app transliterates the word's form. For all other words it
 * is the lexicon's transliteration.
 */
export const soundOf = ({ original, transliteration, language, under }: ShownWord): string | null =>
  language === 'grc' && original === under ? transliterateGreek(original) : transliteration

type Props = {
  readonly words: readonly ShownWord[]
  /** For each word, its translation from a text or from the lexicon, or null. */
  readonly ours: readonly (string | null)[]
  /** The language of `ours` (BCP 47). */
  readonly oursLanguage: string
  /** The language of the text from which the words come (BCP 47). */
  readonly from: string
  /** The index of the word that the sheet shows, or -1 if the sheet shows none of these. */
  readonly at: number
  readonly label: string
  readonly points: Points
  /** Whether the Tab key stops at this row. */
  readonly isStop: boolean
  readonly onLook: (index: number) => void
}

/** The button to which an arrow key, Home or End moves. Null for other keys, and at the ends. */
const afterKey = ({ key, currentTarget }: KeyboardEvent<HTMLElement>, isLeftwards: boolean): HTMLElement | null => {
  const buttons = [...currentTarget.querySelectorAll('button')]
  const at = buttons.indexOf(document.activeElement as HTMLButtonElement)
  if (at === -1) return null
  if (key === 'Home') return buttons[0] ?? null
  if (key === 'End') return buttons.at(-1) ?? null
  const step = { ArrowRight: isLeftwards ? -1 : 1, ArrowLeft: isLeftwards ? 1 : -1 }[key]
  return (step && buttons[at + step]) || null
}

/** The words of a verse side by side, each with the original word, transliteration, translation and parsing. */
export const WordRow = ({ words, ours, oursLanguage, from, at, label, points, isStop, onLook }: Props) => {
  const language = useLanguage()
  const isLeftwards = isOriginal(from) && words[0]?.language === 'hbo'
  const move = (event: KeyboardEvent<HTMLElement>) => {
    const to = afterKey(event, isLeftwards)
    if (!to) return
    event.preventDefault()
    event.stopPropagation()
    to.focus()
  }
  return (
    // biome-ignore lint/a11y/useSemanticElements: this group may be in a paragraph, where HTML allows no fieldset
    <span
      role="group"
      lang={language}
      aria-label={label}
      dir={isLeftwards ? 'rtl' : 'ltr'}
      className="word-row"
      onKeyDown={move}
    >
      {words.map((word, index) => {
        const parsing = word.morph === null ? null : parsingOf(word.morph, language)
        const sound = soundOf(word)
        return (
          <button
            // biome-ignore lint/suspicious/noArrayIndexKey: only its place identifies a word
            key={index}
            type="button"
            tabIndex={isStop && index === Math.max(at, 0) ? 0 : -1}
            aria-current={index === at}
            onClick={() => onLook(index)}
          >
            <b lang={word.language} dir="auto" className="original" data-points={points}>
              {withPoints(word.original ?? word.under, points)}
            </b>
            <i lang={`${word.language}-Latn`} dir="ltr">
              {sound ?? '\u00a0'}
            </i>
            <span lang={oursLanguage} dir="auto">
              {ours[index] ?? '\u00a0'}
            </span>
            <small title={parsing?.words} dir="ltr">
              {/* Shows the first two parts of each morpheme. The sheet shows all parts. */}
              {parsing?.morphemes.map((parts) => parts.slice(0, 2).join('\u00a0· ')).join(' + ') ?? '\u00a0'}
            </small>
          </button>
        )
      })}
    </span>
  )
}
