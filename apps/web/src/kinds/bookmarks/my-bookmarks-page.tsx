import type { Bookmark } from '@pathlight/contracts/bookmarks.ts'
import { findableBookmark, hasWords, wordsToFind } from '@pathlight/contracts/find-rules.ts'
import { lazy, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { formatDay } from '../../locales/format-date.ts'
import { withWords } from '../../locales/language.ts'
import { sayProblem } from '../../locales/server-message.ts'
import { useLanguage } from '../../locales/use-language.tsx'
import { LockedNotice } from '../../session/locked-notice.tsx'
import { usePerson } from '../../session/use-person.ts'
import { useSearchElsewhere } from '../../study/use-search-elsewhere.tsx'
import { IconButton } from '../../ui/button.tsx'
import { Fetched } from '../../ui/fetched.tsx'
import { focusNextRow } from '../../ui/focus-next-row.ts'
import { Bookmark as BookmarkIcon, History, X } from '../../ui/icons.ts'
import { ALL_ITEMS, ItemList } from '../../ui/item-list.tsx'
import { useStatusMessage } from '../../ui/status-message.tsx'
import { useVisit } from '../../ui/use-visit.ts'
import { bookmarkName } from './bookmark-name.ts'
import { bookmarkPath } from './bookmark-verses.ts'
import { history } from './history.ts'
import { removeBookmark } from './remove-bookmark.ts'
import { useBookmarks } from './use-bookmarks.ts'

const ItemHistoryDialog = lazy(() =>
  withWords(['history'], () => import('../../study/history/item-history-dialog.tsx')),
)

/** /my-memos/bookmarks: every bookmark, newest first, to search, to remove and to go to. */
export const Component = () => {
  const { t } = useTranslation()
  const language = useLanguage()
  const user = usePerson()
  const say = useStatusMessage()
  const { state: view, setState: setView } = useVisit(user.id, ALL_ITEMS)
  const elsewhere = useSearchElsewhere(view.query)
  const [opened, setOpened] = useState<{ bookmark: Bookmark; heading: string } | null>(null)
  const { data: bookmarks, error, isUnknown, refetch, isHere } = useBookmarks(user)
  const found = useMemo(() => {
    const words = wordsToFind(view.query)
    return bookmarks?.filter((bookmark) => hasWords(findableBookmark(bookmark), words))
  }, [bookmarks, view.query])
  const card = (bookmark: Bookmark) => {
    const heading = bookmarkName(bookmark, language)
    return (
      <div className="flex flex-wrap items-center justify-end gap-1 rounded-md border border-line bg-surface pr-2 transition-colors duration-(--fast) hover:border-accent">
        <Link
          to={bookmarkPath(bookmark)}
          className="flex min-h-14 min-w-0 flex-1 basis-[12rem] items-center gap-3 px-4"
        >
          <BookmarkIcon size={18} strokeWidth={1.8} className="flex-none text-accent" aria-hidden />
          <span className="flex min-w-0 flex-1 flex-wrap items-baseline justify-between gap-x-3">
            <span className="min-w-0 font-semibold">{heading}</span>
            <span className="text-xs text-muted">{formatDay(bookmark.created_at, language)}</span>
          </span>
        </Link>
        <IconButton
          icon={History}
          label={t('bookmarks.history', { heading })}
          onClick={() => setOpened({ bookmark, heading })}
        />
        <IconButton
          icon={X}
          label={t('bookmarks.remove', { heading })}
          onClick={({ currentTarget }) => {
            focusNextRow(currentTarget)
            removeBookmark(user, bookmark, heading, { t, say })
          }}
        />
      </div>
    )
  }
  const list = (
    <ItemList
      words={{
        search: t('myBookmarks.search'),
        empty: t('myBookmarks.empty'),
        emptyText: t('myBookmarks.emptyText'),
        noMatch: t('myBookmarks.noMatch'),
        showAll: t('myBookmarks.showAll'),
        count: (count) => t('myBookmarks.count', { count }),
        searching: '',
        more: t('myBookmarks.more'),
        loading: t('loading'),
        tryAgain: t('tryAgain'),
      }}
      icon={BookmarkIcon}
      whenEmpty={
        <Link to="/bible-reading" className="control primary">
          {t('myMemos.startReading')}
        </Link>
      }
      items={isUnknown && bookmarks?.length === 0 ? undefined : found}
      isEmpty={!isUnknown && bookmarks?.length === 0}
      isSearching={false}
      hint={isHere ? t('writes.here') : null}
      problem={error && (sayProblem(t, error) ?? t('bookmarks.fetchFailed'))}
      onRetry={() => void refetch()}
      onMore={null}
      elsewhere={elsewhere}
      view={view}
      onView={setView}
      card={card}
    />
  )
  return (
    <>
      {list}
      <Fetched>
        {opened && (
          <ItemHistoryDialog
            title={t('bookmarks.history', { heading: opened.heading })}
            notice={<LockedNotice />}
            user={user}
            history={history}
            id={opened.bookmark.id}
            onClose={() => setOpened(null)}
          />
        )}
      </Fetched>
    </>
  )
}
