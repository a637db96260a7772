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
import { FetchFailed } from '../../../ui/fetch-failed.tsx'
import { Fold } from '../../../ui/fold.tsx'
import { Columns2 } from '../../../ui/icons.ts'

/** AT_FIRST: the number of references that are shown at first. MOST: the server's limit. */
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
  /** Whether the person opened the panel for the references. If so, loading and errors are shown. */
  readonly isRequested: boolean
  readonly isFolded?: boolean
  /** Opens verses in the column beside the active one. */
  readonly onBeside: (to: ChapterReference, verses: readonly number[]) => void
}

/**
 * The verses of a passage. Only the first verse if the passage ends in another chapter, and none if it is a whole
 * chapter.
 */
const versesIn = ({ chapter, verse, endChapter, endVerse }: Reference): readonly number[] => {
  if (verse === null) return []
  const last = endChapter === chapter ? (endVerse ?? verse) : verse
  return Array.from({ length: last - verse + 1 }, (_, step) => verse + step)
}

/** Why a passage could not be fetched. The server's own message helps only if the server refused the passage. */
const passageProblem = (t: TFunction, error: Error): string =>
  (error instanceof ApiProblem && error.status < 500 && sayProblem(t, error)) || t('panel.passageFailed')

/**
 * The cross-references of a verse, best first. Renders nothing if the server has no list or none for the verse. Without
 * `isRequested`, it also renders nothing before the answer and after an error.
 */
export const CrossReferences = ({ verse, textLanguage, isRequested, isFolded = false, onBeside }: Props) => {
  const { t } = useTranslation()
  const language = useLanguage()
  const [showsAll, setShowsAll] = useState(false)
  const { data: firstPage, error, refetch } = useQuery(crossReferencesQuery(verse, AT_FIRST))
  const wholeList = useQuery({ ...crossReferencesQuery(verse, MOST), enabled: showsAll })
  const data = (showsAll ? wholeList.data : undefined) ?? firstPage
  const list = useRef<HTMLUListElement>(null)
  const shownCount = data?.references.length ?? 0
  useLayoutEffect(() => {
    // The pressed button is gone, so the first new link gets the focus.
    if (showsAll && shownCount > AT_FIRST && document.activeElement === document.body)
      list.current?.children[AT_FIRST]?.querySelector('a')?.focus()
  }, [showsAll, shownCount])
  if (isRequested && error && !data)
    return <FetchFailed words={passageProblem(t, error)} onRetry={() => void refetch()} />
  // The message is about as high as a few passages, so the content below hardly moves when the passages appear.
  if (isRequested && !data)
    return (
      <p role="status" className="min-h-80 text-sm text-muted">
        {t('loading')}
      </p>
    )
  if (!data?.available || data.references.length === 0) return null
  const more = Math.min(data.total, MOST) - data.references.length
  return (
    <Fold title={t('panel.crossReferences')} isFolded={isFolded}>
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
      {showsAll && wholeList.error && !wholeList.data && (
        <p role="alert" className="mt-3 text-sm text-danger">
          {passageProblem(t, wholeList.error)}
        </p>
      )}
      {more > 0 && (
        <Button
          look="quiet"
          className="mt-1 -ml-4"
          busy={wholeList.isFetching}
          onClick={() => (showsAll ? void wholeList.refetch() : setShowsAll(true))}
        >
          {showsAll && wholeList.error ? t('tryAgain') : t('panel.moreReferences', { count: more })}
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
    </Fold>
  )
}
