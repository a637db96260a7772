import { SETTINGS_COLOR } from '@pathlight/contracts/highlight-rules.ts'
import { versionLabel } from '@pathlight/scripture/version-label.ts'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { useVersionLanguage } from '../../bible/use-version-language.ts'
import { formatDay, formatTime } from '../../locales/format-date.ts'
import { useLanguage } from '../../locales/use-language.tsx'
import { colorName } from '../../look/highlight-color-names.ts'
import { paintOf } from '../../look/highlight-looks.ts'
import type { Kind } from '../kind.ts'
import { Tags } from '../tags/tags.tsx'
import { nameOfPassage, type OwnCard as Own, pathOfPassage, versesOfPassage } from './own-cards.ts'

/** The time (10:42) if `at` is today, otherwise the day. `at`: ISO 8601. */
const useMoment = (at: string): string => {
  const language = useLanguage()
  const isToday = new Date(at).toDateString() === new Date().toDateString()
  return isToday ? formatTime(at, language) : formatDay(at, language)
}

type HighlightedProps = {
  readonly words: string
  readonly version: string
  readonly color: string
  readonly style: Own['style']
  readonly yours: string
}

/** Highlighted words of the Bible. A screen reader says their colour. */
const HighlightedWords = ({ words, version, color, style, yours }: HighlightedProps) => {
  const { t } = useTranslation()
  const own = color === SETTINGS_COLOR
  return (
    <>
      <mark
        lang={useVersionLanguage(version)}
        data-paint={paintOf(own ? yours : color, style)}
        className="rounded-sm px-0.5 font-scripture"
      >
        {words}
      </mark>
      <span className="sr-only"> {colorName(t, own ? null : color)}</span>
    </>
  )
}

type Props = {
  readonly card: Own
  readonly kinds: readonly Kind[]
  /** The person's highlight colour from the settings. */
  readonly yours: string
  /** The card is below the heading of its chapter, so it does not name the chapter. */
  readonly inChapter?: boolean
  /** Marks the searched words in a text. */
  readonly mark?: (text: string) => ReactNode
}

/** One of the person's items as a row that links to the item: passage, words, kind and last change. */
export const OwnCard = ({ card, kinds, yours, inChapter = false, mark = (text) => text }: Props) => {
  const { t } = useTranslation()
  const language = useLanguage()
  const { id, title, excerpt, color, style, tags, at, passage, verses } = card
  const moment = useMoment(at)
  const kind = kinds.find(({ name }) => name === card.kind)
  // The name of the kind. It stands in place of the passage if the item has none.
  const label = kind ? t(`kinds.${kind.name}.label`) : ''
  const isLabelAlone = inChapter && !title && !excerpt
  const name = passage ? nameOfPassage(passage, language) : label
  return (
    <Link
      to={kind?.pathOf?.(id) ?? (passage ? pathOfPassage(passage) : '')}
      className={`group grid items-baseline gap-x-3 rounded-sm py-3.5 transition-colors duration-(--fast) hover:bg-sunk wide:-mx-3 wide:gap-x-4 wide:px-3 ${
        inChapter
          ? 'grid-cols-[3.2rem_minmax(0,1fr)] wide:grid-cols-[4.5rem_minmax(0,1fr)_auto]'
          : 'grid-cols-[minmax(0,1fr)_auto] gap-y-1 wide:grid-cols-[8.5rem_minmax(0,1fr)_auto]'
      }`}
    >
      <span
        aria-hidden
        className={`font-semibold wrap-anywhere ${inChapter ? 'text-sm text-accent tabular-nums' : 'font-scripture'}`}
      >
        {!inChapter ? name : passage && versesOfPassage(passage)}
      </span>
      <span className={`min-w-0 ${inChapter ? '' : 'max-wide:col-span-2 max-wide:row-start-2'}`}>
        {title && (
          <span className="block font-scripture text-lg leading-snug font-semibold wrap-anywhere">{mark(title)}</span>
        )}
        {excerpt && (
          <span className={`line-clamp-3 leading-relaxed wrap-anywhere print:line-clamp-none ${title ? 'mt-0.5' : ''}`}>
            {color === null ? (
              mark(excerpt)
            ) : (
              <HighlightedWords
                words={excerpt}
                version={passage?.version ?? ''}
                color={color}
                style={style}
                yours={yours}
              />
            )}
          </span>
        )}
        {isLabelAlone && <span className="block font-scripture leading-relaxed">{label}</span>}
        <span className="flex flex-wrap items-baseline gap-x-2.5">
          <span className="mt-1 text-xs text-muted">
            {!isLabelAlone && label}
            {verses > 1 && `, ${t('own.verses', { count: verses })}`}
            {passage && (
              <span className="sr-only">
                {' '}
                {name} · {versionLabel(passage.version, language)}
              </span>
            )}
            {inChapter && <span className="wide:hidden">{`${isLabelAlone ? '' : ' · '}${moment}`}</span>}
          </span>
          <Tags tags={tags} />
        </span>
      </span>
      <span className={`text-xs whitespace-nowrap text-muted ${inChapter ? 'hidden wide:block' : ''}`}>{moment}</span>
    </Link>
  )
}
