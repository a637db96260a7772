import type { Found } from '@pathlight/contracts/bible-search.ts'
import { keepPreviousData, useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, type MouseEvent, useCallback, useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, Navigate, useNavigate, useNavigationType, useSearchParams } from 'react-router-dom'
import { isNetworkFailure, isOtherPage } from '../../api/api-problem.ts'
import { mayHelpToRepeat, queryClient } from '../../api/query-client.ts'
import { asksForOriginals } from '../../bible/kept-texts/asks-for-originals.ts'
import { chapterHeading, nameOfBook, verseReference } from '../../bible/passage-names.ts'
import { sayReferenceRefusal } from '../../bible/say-reference-problem.ts'
import { useVersionReadLast } from '../../bible/use-version-read-last.ts'
import { readableVersion, versionsQuery } from '../../bible/versions-query.ts'
import { useHydrated } from '../../device/use-hydrated.ts'
import { currentLanguage } from '../../locales/language.ts'
import { useLanguage } from '../../locales/use-language.tsx'
import { Button } from '../../ui/button.tsx'
import { FetchFailed } from '../../ui/fetch-failed.tsx'
import { BookOpen, CloudOff, Printer } from '../../ui/icons.ts'
import { Notice } from '../../ui/notice.tsx'
import { PageHead } from '../../ui/page-head.tsx'
import { SearchField } from '../../ui/search-field.tsx'
import { useNearScreen } from '../../ui/use-near-screen.ts'
import { BeforeSearching } from './before-searching.tsx'
import { BookChart } from './book-chart.tsx'
import { Hit } from './hit.tsx'
import { NothingFound } from './nothing-found.tsx'
import { opensPassage, pathOfReference } from './open-reference.ts'
import { rememberSearch } from './recent-searches.ts'
import { isNarrowed, readSearch, type SearchAsked, searchPath } from './search-asked.ts'
import { SearchFilters } from './search-filters.tsx'
import { preferredHere, preferredIn, searchQuery } from './search-query.ts'
import { countHits, PRINTED_MAX, usePrintAll } from './use-print-all.ts'

/** If fewer books have results than this, no chart is shown. */
const CHARTED_FROM = 4

/** The versions whose texts come first. The server does not know this device's versions and uses preferredIn. */
const usePreferred = (asked: SearchAsked): readonly string[] => {
  const language = useLanguage()
  const own = preferredIn(language)
  const served = useQueryClient().getQueryData(searchQuery(asked, own).queryKey) !== undefined
  const isHydrated = useHydrated()
  // After hydration the page still shows the results of the server's HTML.
  return isHydrated && !served ? preferredHere(language) : own
}

/** Starts the search before the page is rendered, if the HTML came without results (app/fetch-search-page.ts). */
export const askAtOnce = (): void => {
  const asked = readSearch(new URLSearchParams(location.search))
  if (asked.query !== '') void queryClient.prefetchInfiniteQuery(searchQuery(asked, preferredHere(currentLanguage())))
}

/** The page's search box, which shows the query. Without script its form leads to the same page. */
const Box = ({ asked }: { asked: SearchAsked }) => {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const cameByLink = useNavigationType() === 'PUSH'
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => {
    const box = form.current?.querySelector('input')
    if (!box) return
    box.value = asked.query
    if (asked.query === '' && cameByLink) box.focus()
  }, [asked.query, cameByLink])
  const search = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const query = String(new FormData(event.currentTarget).get('query')).trim()
    if (query !== '') navigate(searchPath({ ...asked, query, after: null }))
  }
  return (
    <search aria-label={t('search.title')}>
      <form ref={form} action="/search" onSubmit={search} className="flex flex-wrap gap-2">
        <SearchField label={t('menu.search')} defaultValue={asked.query} />
        <Button type="submit" look="primary" className="min-h-11">
          {t('search.submit')}
        </Button>
      </form>
    </search>
  )
}

const Results = ({ asked, pages, more }: { asked: SearchAsked; pages: readonly Found[]; more: () => void }) => {
  const { t } = useTranslation()
  const language = useLanguage()
  const { data: versions } = useQuery(versionsQuery)
  const languageOf = useCallback(
    (code: string) => versions?.versions.find((version) => version.code === code)?.language,
    [versions],
  )
  const end = useRef<HTMLDivElement>(null)
  const next = pages.at(-1)?.next ?? null
  useNearScreen(end, more)
  const hits = pages.flatMap((page) => page.hits)
  const press = (event: MouseEvent) => {
    event.preventDefault()
    more()
  }
  return (
    <>
      <ol>
        {hits.map((hit, index) => (
          <li key={hit.id} className="border-t border-line">
            {asked.order === 'book' && hits[index - 1]?.book !== hit.book && (
              <h2 className="pt-6 font-scripture text-xl leading-tight font-semibold">
                {nameOfBook(hit.book, language)}
              </h2>
            )}
            <Hit hit={hit} heading={asked.order === 'book' ? 'h3' : 'h2'} languageOf={languageOf} />
          </li>
        ))}
      </ol>
      <div ref={end} className="mt-5 flex justify-center">
        {next !== null && (
          <Link to={searchPath({ ...asked, after: next })} onClick={press} className="control plain">
            {t('search.more')}
          </Link>
        )}
      </div>
    </>
  )
}

/** A link, above the results, to the passage that the query names. Renders nothing if it names none or several. */
const Passage = ({ firstPage, path }: { firstPage: Found; path: string }) => {
  const { t } = useTranslation()
  const language = useLanguage()
  const { reference } = firstPage
  if (reference === null || firstPage.passages > 1) return null
  const { book, chapter, verse } = reference
  const passage =
    verse === null ? chapterHeading(book, chapter, language) : verseReference({ book, chapter, verse }, language)
  return (
    <Link to={path} className="control plain mb-2">
      <BookOpen size={18} strokeWidth={1.8} className="text-accent" aria-hidden />
      {t('search.open', { passage })}
    </Link>
  )
}

const SearchResults = ({ asked }: { asked: SearchAsked }) => {
  const { t } = useTranslation()
  const language = useLanguage()
  const versionReadLast = useVersionReadLast()
  const { data: versions, isPending: isListPending } = useQuery(versionsQuery)
  const query = useInfiniteQuery({ ...searchQuery(asked, usePreferred(asked)), placeholderData: keepPreviousData })
  const { data, error, isPlaceholderData, isFetchNextPageError, hasNextPage, isFetching, fetchNextPage, refetch } =
    query
  const [firstPage] = data?.pages ?? []
  const isNew = firstPage !== undefined && !isPlaceholderData
  useEffect(() => {
    if (isNew && (firstPage.total > 0 || firstPage.reference !== null)) rememberSearch(asked.query)
  }, [isNew, firstPage, asked.query])
  const more = useCallback(() => {
    if (hasNextPage && !isFetching) void fetchNextPage()
  }, [hasNextPage, isFetching, fetchNextPage])

  const { isFetchingAll, printAll } = usePrintAll(fetchNextPage)

  if (error && !isFetchNextPageError)
    return (
      <Notice
        tone="error"
        title={sayReferenceRefusal(t, language, error) ?? t('search.failed')}
        onRetry={mayHelpToRepeat(error) && refetch}
      >
        {isNetworkFailure(error) &&
          !isOtherPage(error) &&
          t(asksForOriginals(asked.query) ? 'search.originalsOnline' : 'search.offlineHelp')}
      </Notice>
    )
  const version = versionReadLast ?? (versions && readableVersion(versions, language)?.code)
  const path =
    firstPage && version && !isListPending ? pathOfReference(firstPage, version, versions?.versions ?? []) : null
  // The page will open the passage as soon as the version for it is known.
  const opensPassageNow = isNew && opensPassage(asked, firstPage)
  if (!firstPage || opensPassageNow)
    return (
      <div role="status" className="mt-6 grid gap-3">
        <span className="sr-only">{t('search.searching')}</span>
        {['h-10', 'h-20', 'h-20', 'h-20'].map((height, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the placeholders never change their order
          <div key={index} className={`skeleton ${height}`} />
        ))}
        {opensPassageNow && path && <Navigate replace to={path} />}
      </div>
    )
  return (
    <div aria-busy={isPlaceholderData} className={isPlaceholderData ? 'opacity-60' : ''}>
      {(firstPage.total > 0 || isNarrowed(asked)) && <SearchFilters asked={asked} firstPage={firstPage} />}
      {firstPage.passages === 0 && firstPage.books.length >= CHARTED_FROM && (
        <BookChart books={firstPage.books} chosen={asked.book} />
      )}
      <div className={firstPage.total === 0 ? 'sr-only' : 'mb-3 flex flex-wrap items-center justify-between gap-x-4'}>
        <p role="status" className="text-sm text-muted">
          {t('search.count', { count: firstPage.total })}
          {firstPage.truncated && ` ${t('search.truncated')}`}
        </p>
        {firstPage.total > 0 && data && (
          <Button
            look="quiet"
            busy={isFetchingAll}
            onClick={() => void printAll(data)}
            className="print:hidden noscript:hidden"
          >
            <Printer size={18} strokeWidth={1.8} aria-hidden />
            {t('search.print')}
          </Button>
        )}
      </div>
      {(hasNextPage || asked.after !== null) && (
        // The browser's own print command prints only the results that have loaded, so a line on the paper says so.
        <p className="mb-3 hidden text-sm print:block">
          {t('search.printed', { count: countHits(data?.pages ?? []), most: PRINTED_MAX })}
        </p>
      )}
      {firstPage.offline && (
        <p role="status" className="mb-3 flex items-center gap-2 text-sm text-muted">
          <CloudOff size={16} strokeWidth={1.8} className="shrink-0" aria-hidden />
          {t('search.offlineResults', { versions: firstPage.offline.join(', ') })}
        </p>
      )}
      {asked.after !== null && (
        <Link to={searchPath({ ...asked, after: null })} className="control plain mb-4">
          {t('search.fromTheBeginning')}
        </Link>
      )}
      {path && <Passage firstPage={firstPage} path={path} />}
      {firstPage.total === 0 ? (
        <NothingFound asked={asked} firstPage={firstPage} versions={versions} />
      ) : (
        <Results asked={asked} pages={data?.pages ?? []} more={more} />
      )}
      {isFetchNextPageError && <FetchFailed words={t('search.failed')} onRetry={() => void fetchNextPage()} />}
    </div>
  )
}

/** The page /search: finds words and references in all installed versions. */
export const Component = () => {
  const { t } = useTranslation()
  const [params] = useSearchParams()
  const asked = readSearch(params)
  const { query } = asked
  return (
    <div className="mx-auto max-w-[48rem] px-4 pt-8 pb-24 wide:px-6">
      {/* A PageHead without `path` keeps search engines from this page. They index the pages of the texts instead. */}
      <PageHead title={query === '' ? t('search.title') : t('search.titleOf', { query })} />
      <h1 className="mb-4 font-scripture text-[min(1.9rem,12vw)] leading-tight font-semibold text-balance">
        {t('search.title')}
      </h1>
      <Box asked={asked} />
      {query === '' ? <BeforeSearching /> : <SearchResults asked={asked} />}
    </div>
  )
}
