import type { Found } from '@pathlight/contracts/bible-search.ts'
import { versionLabel } from '@pathlight/scripture/version-label.ts'
import { memo } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { verseReference } from '../../bible/passage-names.ts'
import { passagePath } from '../../bible/passage-path.ts'
import { useLanguage } from '../../locales/use-language.tsx'
import { ChevronRight } from '../../ui/icons.ts'
import { MarkedText } from '../../ui/marked-text.tsx'

type FoundVerse = Found['hits'][number]
type FoundText = FoundVerse['texts'][number]
type Place = Pick<FoundText, 'chapter' | 'verse'>

type Props = {
  readonly hit: FoundVerse
  /** The result's heading is h3 below a book's heading, otherwise h2. */
  readonly heading: 'h2' | 'h3'
  /** The language of a version's text (BCP 47). */
  readonly languageOf: (version: string) => string | undefined
}

/** A verse in the results: its best text and, collapsed, the same verse in other versions. */
export const Hit = memo(({ hit, heading: Heading, languageOf }: Props) => {
  const { t } = useTranslation()
  const language = useLanguage()
  const { book, texts, also, alsoAt } = hit
  const [first, ...others] = texts
  if (!first) return null
  const pathIn = (version: string, { chapter, verse }: Place) => passagePath({ version, book, chapter }, verse)
  /** A version's name, with the verse's number in that version if it differs from the heading's. */
  const nameOf = (version: string, { chapter, verse }: Place) => {
    const name = versionLabel(version, language)
    const isSame = chapter === first.chapter && verse === first.verse
    return isSame ? name : `${name} · ${verseReference({ book, chapter, verse }, language)}`
  }
  const otherCodes = [...others.map(({ version }) => version), ...also]
  /** A text of the verse. The text has its own writing direction, which may differ from the page's. */
  const text = (one: FoundText, shape = '') => (
    <span
      lang={languageOf(one.version)}
      dir="auto"
      className={`font-scripture text-[1.0625rem] leading-relaxed text-ink ${shape}`}
    >
      <MarkedText text={one.text} marks={one.marks} />
    </span>
  )
  return (
    <div className="py-4">
      <Link to={pathIn(first.version, first)} className="group block rounded-sm">
        <Heading className="mb-1 flex items-baseline gap-2">
          <span className="font-semibold text-accent underline-offset-4 group-hover:underline">
            {verseReference({ book, chapter: first.chapter, verse: first.verse }, language)}
          </span>
          <span className="text-xs font-medium text-muted">{versionLabel(first.version, language)}</span>
        </Heading>
        {text(first, 'block')}
      </Link>
      {otherCodes.length > 0 && (
        <details className="group/also mt-1">
          <summary className="flex min-h-11 w-fit cursor-pointer list-none items-center gap-1 text-sm text-muted hover:text-ink wide:min-h-8 [&::-webkit-details-marker]:hidden">
            <ChevronRight
              size={15}
              strokeWidth={1.8}
              className="transition-transform duration-(--fast) group-open/also:rotate-90"
              aria-hidden
            />
            {t('search.also', { versions: otherCodes.join(', ') })}
          </summary>
          <ul className="mt-1 grid gap-3 border-l-3 border-accent-soft pl-4">
            {others.map((one) => (
              <li key={one.version}>
                <Link to={pathIn(one.version, one)} className="group block rounded-sm">
                  <span className="mr-2 text-xs font-semibold text-muted group-hover:text-accent">
                    {nameOf(one.version, one)}
                  </span>
                  {text(one)}
                </Link>
              </li>
            ))}
            {also.map((version, index) => (
              <li key={version}>
                <Link
                  to={pathIn(version, alsoAt?.[index] ?? hit)}
                  className="inline-flex min-h-11 items-center text-xs font-semibold text-muted hover:text-accent wide:min-h-8"
                >
                  {nameOf(version, alsoAt?.[index] ?? first)}
                </Link>
              </li>
            ))}
          </ul>
        </details>
      )}
    </div>
  )
})
