import type { Change } from '@pathlight/contracts/history.ts'
import { useInfiniteQuery } from '@tanstack/react-query'
import { lazy, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { formatDay } from '../../locales/format-date.ts'
import { sayProblem } from '../../locales/server-message.ts'
import { useLanguage } from '../../locales/use-language.tsx'
import { usePerson } from '../../session/use-person.ts'
import type { AnyKindHistory } from '../../study/history/kind-history.ts'
import { useRestore } from '../../study/history/use-restore.ts'
import { looksQuery } from '../../study/looks.ts'
import { Button } from '../../ui/button.tsx'
import { FetchFailed } from '../../ui/fetch-failed.tsx'
import { Fetched } from '../../ui/fetched.tsx'
import { History, SearchX } from '../../ui/icons.ts'
import { Notice } from '../../ui/notice.tsx'
import { passFocusOn } from '../../ui/pass-focus-on.ts'
import { SearchInput } from '../../ui/search-field.tsx'
import { useNearScreen } from '../../ui/use-near-screen.ts'
import { useSettled } from '../../ui/use-settled.ts'
import { useVisit } from '../../ui/use-visit.ts'
import { byDay } from './by-day.ts'
import { ChangeRow } from './change-row.tsx'
import { ALL_CHANGES, type ChangesFilter, changesQuery } from './changes-query.ts'
import { HistoryFilters } from './history-filters.tsx'
import { type HistoryRow, historyRows, wordsBefore } from './history-rows.ts'

const ChangeTimeline = lazy(() => import('./change-timeline.tsx'))
/** LookRow is loaded when needed, because few people's data were ever viewed by an administrator. */
const LookRow = lazy(() => import('./look-row.tsx'))

/** The pause after the last letter before the server is asked, in milliseconds. */
const PAUSE_MS = 250
/** While a search shows fewer changes than this, it fetches the next page, if there is one. */
const SEEN = 20

type View = { readonly query: string; readonly filter: ChangesFilter }
const EVERYTHING: View = { query: '', filter: ALL_CHANGES }

const Skeleton = () => {
  const { t } = useTranslation()
  return (
    <div role="status" className="grid gap-3">
      <span className="sr-only">{t('loading')}</span>
      <div className="skeleton h-16" />
      <div className="skeleton h-16" />
      <div className="skeleton h-16" />
    </div>
  )
}

const More = ({ onMore }: { onMore: () => void }) => {
  const { t } = useTranslation()
  const ref = useRef<HTMLDivElement>(null)
  useNearScreen(ref, onMore)
  return (
    <div ref={ref} className="mt-5 flex justify-center">
      <Button ref={passFocusOn} onClick={onMore}>
        {t('history.more')}
      </Button>
    </div>
  )
}

type Props = {
  readonly histories: readonly AnyKindHistory[]
}

/**
 * The person's changes on every device, by day, with filters, a search, revisions and restore. Without a filter or a
 * search, the list also shows when administrators viewed the data.
 */
export const HistoryPage = ({ histories }: Props) => {
  const { t } = useTranslation()
  const language = useLanguage()
  const user = usePerson()
  const { state: view, setState: setView } = useVisit(user.id, EVERYTHING)
  const [openedAt, setOpenedAt] = useState<string | null>(null)
  const list = useRef<HTMLDivElement>(null)
  const closeTimeline = () => {
    // The close button is removed with the timeline, so the open row gets the focus. A sheet returns the focus itself.
    list.current?.querySelector<HTMLElement>("[aria-expanded='true']")?.focus({ preventScroll: true })
    setOpenedAt(null)
  }
  const query = useSettled(view.query.trim(), PAUSE_MS)
  const { data, error, hasNextPage, isFetching, isFetchNextPageError, isPlaceholderData, fetchNextPage, refetch } =
    useInfiniteQuery(changesQuery(user, view.filter, query))
  const restoring = useRestore(user)
  const changes = data?.pages.flatMap((page) => page.changes) ?? []
  const opened = changes.find(({ position }) => position === openedAt)
  const historyOf = ({ kind }: Change) => histories.find((history) => history.kind === kind)

  // A page of a search may have few or no changes although further pages follow.
  const goesOn = query !== '' && hasNextPage && !isFetching && !error && changes.length < SEEN
  useEffect(() => {
    if (goesOn) void fetchNextPage()
  }, [goesOn, fetchNextPage])

  const { filter } = view
  const isNarrowed = query !== '' || JSON.stringify(filter) !== JSON.stringify(ALL_CHANGES)
  const { data: looks = [], ...olderLooks } = useInfiniteQuery(looksQuery(user))
  // The list shows administrators' views among the changes, as far back as changes are loaded.
  const shownSince = hasNextPage ? (changes.at(-1)?.at ?? '9') : ''
  const wantsLooks =
    !isNarrowed &&
    olderLooks.hasNextPage &&
    !olderLooks.isFetching &&
    !olderLooks.error &&
    (looks.at(-1)?.at ?? '') >= shownSince
  const { fetchNextPage: fetchOlderLooks } = olderLooks
  useEffect(() => {
    if (wantsLooks) void fetchOlderLooks()
  }, [wantsLooks, fetchOlderLooks])
  const isSearching = isPlaceholderData || goesOn || (isFetching && changes.length === 0)
  const onFilter = (change: Partial<ChangesFilter>) => {
    setOpenedAt(null)
    setView({ ...view, filter: { ...filter, ...change } })
  }
  const isNone = data !== undefined && changes.length === 0 && !isSearching
  const openedHistory = opened && historyOf(opened)
  // A search and some filters leave out changes of an item, so the words before a change are unknown.
  const before = query === '' && filter.device === '' && !filter.removed ? wordsBefore(changes) : null
  const changeRow = (change: Change) => {
    const history = historyOf(change)
    if (!history) return null
    const { position, id, revision, action } = change
    return (
      <li key={position}>
        <ChangeRow
          change={change}
          before={change.kind === 'settings' ? undefined : before?.get(position)}
          history={history}
          isOpen={position === openedAt}
          onOpen={() => setOpenedAt(position === openedAt ? null : position)}
          busy={restoring.isPending}
          onRestore={
            filter.removed && action === 'removed'
              ? () => restoring.mutate({ history, id, revision, ifMatch: revision })
              : null
          }
        />
      </li>
    )
  }
  const row = (one: HistoryRow) =>
    'change' in one ? (
      changeRow(one.change)
    ) : (
      <li key={`${one.at} ${one.look.what} ${one.look.item?.id}`}>
        <Fetched loading={<div className="skeleton h-14" />}>
          <LookRow look={one.look} />
        </Fetched>
      </li>
    )
  const rows = historyRows(changes, isNarrowed || !data ? [] : looks, !hasNextPage)
  return (
    <>
      <p className="-mt-2 mb-5 text-sm text-muted">{t('history.lead')}</p>
      <SearchInput
        label={t('history.search')}
        value={view.query}
        maxLength={200}
        onChange={(event) => setView({ ...view, query: event.target.value })}
        place="mb-4"
      />
      <HistoryFilters
        user={user}
        histories={histories}
        filter={filter}
        removedCount={data?.pages[0]?.removed_count ?? 0}
        onFilter={onFilter}
      />
      <div className={opened ? 'desk:grid desk:grid-cols-[minmax(0,1fr)_24rem] desk:items-start desk:gap-6' : ''}>
        <div ref={list} className="min-w-0">
          <p role="status" className={isSearching && isNarrowed ? 'py-2 text-sm text-muted' : 'sr-only'}>
            {isSearching && isNarrowed && t('history.searching')}
          </p>
          {data?.pages.some(({ here }) => here) && <p className="pb-3 text-sm text-muted">{t('writes.here')}</p>}
          {!data && !error && <Skeleton />}
          {isNone && !isNarrowed && (
            <Notice
              icon={History}
              title={t('history.empty')}
              actions={
                <Link to="/bible-reading" className="control primary">
                  {t('history.startReading')}
                </Link>
              }
            >
              {t('history.emptyText')}
            </Notice>
          )}
          <div role="status">
            {isNone && isNarrowed && (
              <Notice
                icon={SearchX}
                title={t(filter.removed && query === '' ? 'history.noRemoved' : 'history.noMatch')}
                actions={<Button onClick={() => setView(EVERYTHING)}>{t('history.showAll')}</Button>}
              />
            )}
          </div>
          <div className={isPlaceholderData ? 'opacity-60' : ''}>
            {byDay(rows, (at) => formatDay(at, language)).map(({ key, day, rows: ofDay }) => (
              <section key={key} aria-label={day} className="mb-5">
                <h2 className="mb-1 text-sm font-semibold text-muted first-letter:uppercase">{day}</h2>
                <ul>{ofDay.map(row)}</ul>
              </section>
            ))}
          </div>
          {error && (
            <FetchFailed
              words={sayProblem(t, error) ?? t('history.loadFailed')}
              onRetry={() => void (isFetchNextPageError ? fetchNextPage() : refetch())}
            />
          )}
          {hasNextPage && !isFetching && !error && !goesOn && <More onMore={() => void fetchNextPage()} />}
        </div>
        {opened && openedHistory && (
          <Fetched loading={<div className="skeleton hidden h-64 desk:block" />}>
            <ChangeTimeline user={user} change={opened} history={openedHistory} onClose={closeTimeline} />
          </Fetched>
        )}
      </div>
    </>
  )
}
