import type { Verse } from '@pathlight/contracts/bible.ts'
import type { CrossReferences as Answer } from '@pathlight/contracts/bible-references.ts'
import { formatReference, type Reference } from '@pathlight/scripture/format-reference.ts'
import { queryOptions, useQuery } from '@tanstack/react-query'
import type { TFunction } from 'i18next'
import { useLayoutEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { ApiProblem } from '../../../api/api-problem.ts'
import type { ChapterReference } from '../../../bible/chapter-reference.ts'
import { readOrKept } from '../../../bible/kept-texts/read-or-kept.ts'
import { bookLanguage } from '../../../bible/passage-names.ts'
import { passagePath } from '../../../bible/passage-path.ts'
import { sayProblem } from '../../../locales/server-message.ts'
import { useLanguage } from '../../../locales/use-language.tsx'
import { Button, IconButton } from '../../../ui/button.tsx'
import { Columns2 } from '../../../ui/icons.ts'

/** So many at first, and so many at most (the call gives no more). */
const AT_FIRST = 6
const MOST = 100

const crossReferencesQuery = ({ version, book, chapter, verse }: Verse, limit: number) =>
  queryOptions({
    queryKey: ['bible', 'cross-references', version, book, chapter, verse, limit],
    queryFn: ({ signal }) => {
      const asked = { version, book, chapter: String(chapter), verse: String(verse), limit: String(limit) }
      return readOrKept<Answer>(`/api/bible/cross-references?${new URLSearchParams(asked)}`, signal)
    },
    staleTime: 5 * 60_000,
  })

type Props = {
  readonly verse: Verse
  readonly textLanguage: string
  /** The person asked for them: that they come, and that they do not, is said. */
  readonly asked: boolean
  /** Opens verses in the column beside the one that is read. */
  readonly onBeside: (to: ChapterReference, verses: readonly number[]) => void
}

/** The verses of a passage that are in its first chapter. */
const versesIn = ({ chapter, verse, endChapter, endVerse }: Reference): readonly number[] => {
  if (verse === null) return []
  const last = endChapter === chapter ? (endVerse ?? verse) : verse
  return Array.from({ length: last - verse + 1 }, (_, step) => verse + step)
}

/** The server's message says more where it refused, and not where it broke. */
const passageProblem = (t: TFunction, error: Error): string =>
  (error instanceof ApiProblem && error.status < 500 && sayProblem(t, error)) || t('panel.passageFailed')

/** What else the Bible says on a verse, best first. Nothing where this server has no list or it has none. */
export const CrossReferences = ({ verse, textLanguage, asked, onBeside }: Props) => {
  const { t } = useTranslation()
  const language = useLanguage()
  const [all, setAll] = useState(false)
  const { data: few, error, refetch } = useQuery(crossReferencesQuery(verse, AT_FIRST))
  const many = useQuery({ ...crossReferencesQuery(verse, MOST), enabled: all })
  const data = (all ? many.data : undefined) ?? few
  const list = useRef<HTMLUListElement>(null)
  const shown = data?.references.length ?? 0
  useLayoutEffect(() => {
    // The button that was pressed has just gone.
    if (all && shown > AT_FIRST && document.activeElement === document.body)
      list.current?.children[AT_FIRST]?.querySelector('a')?.focus()
  }, [all, shown])
  if (asked && error && !data)
    return (
      <div role="alert" className="grid justify-items-start gap-3">
        <p className="text-sm text-danger">{passageProblem(t, error)}</p>
        <Button onClick={() => void refetch()}>{t('tryAgain')}</Button>
      </div>
    )
  // The room of some passages: what stands below hardly moves when they come.
  if (asked && !data)
    return (
      <p role="status" className="min-h-80 text-sm text-muted">
        {t('loading')}
      </p>
    )
  if (!data?.available || data.references.length === 0) return null
  const more = Math.min(data.total, MOST) - data.references.length
  return (
    <section aria-label={t('panel.crossReferences')} className="not-first:mt-6">
      <h3 className="mb-2 text-sm font-semibold text-muted">{t('panel.crossReferences')}</h3>
      <ul ref={list}>
        {data.references.map((reference) => (
          <li
            key={`${reference.book} ${reference.chapter} ${reference.verse} ${reference.endChapter} ${reference.endVerse}`}
            className="border-b border-line pb-3 last:border-0 not-first:pt-3"
          >
            <div className="flex items-center gap-2">
              <Link
                to={passagePath({ ...reference, version: verse.version }, reference.verse ?? undefined)}
                lang={textLanguage}
                className="inline-flex min-h-11 grow items-center text-sm font-semibold text-accent underline-offset-3 hover:underline"
              >
                {formatReference(reference, bookLanguage(textLanguage))}
              </Link>
              <IconButton
                icon={Columns2}
                label={t('panel.openBeside', { passage: formatReference(reference, language) })}
                onClick={() => {
                  const { book, chapter } = reference
                  onBeside({ version: verse.version, book, chapter }, versesIn(reference))
                }}
                className="-mr-2 size-11!"
              />
            </div>
            {reference.text && (
              <p lang={textLanguage} dir="auto" className="line-clamp-3 font-scripture text-[0.9375rem] leading-normal">
                {reference.text}
                {reference.truncated && ' …'}
              </p>
            )}
          </li>
        ))}
      </ul>
      {all && many.error && !many.data && (
        <p role="alert" className="mt-3 text-sm text-danger">
          {passageProblem(t, many.error)}
        </p>
      )}
      {more > 0 && (
        <Button
          look="quiet"
          className="mt-1 -ml-4"
          busy={many.isFetching}
          onClick={() => (all ? void many.refetch() : setAll(true))}
        >
          {all && many.error ? t('tryAgain') : t('panel.moreReferences', { count: more })}
        </Button>
      )}
      {data.credit && (
        <p className="mt-2 text-xs text-muted">
          <a href={data.credit.url} rel="noreferrer" className="underline underline-offset-3">
            {data.credit.text}
          </a>{' '}
          ({data.credit.licence})
        </p>
      )}
    </section>
  )
}
