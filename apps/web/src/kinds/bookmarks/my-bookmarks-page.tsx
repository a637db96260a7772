import type { Bookmark } from '@pathlight/contracts/bookmarks.ts'
import { findableBookmark, hasWords, wordsToFind } from '@pathlight/contracts/find-rules.ts'
import { hasTag, tagKey } from '@pathlight/contracts/tag-rules.ts'
import { lazy, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { formatDay } from '../../locales/format-date.ts'
import { withWords } from '../../locales/language.ts'
import { useLanguage } from '../../locales/use-language.tsx'
import { LockedNotice } from '../../session/locked-notice.tsx'
import { usePerson } from '../../session/use-person.ts'
import { MyItems } from '../../study/list/my-items.tsx'
import { Tags } from '../../study/tags/tags.tsx'
import { IconButton } from '../../ui/button.tsx'
import { Fetched } from '../../ui/fetched.tsx'
import { Bookmark as BookmarkIcon, History, Tag, X } from '../../ui/icons.ts'
import { ALL_ITEMS } from '../../ui/item-list.tsx'
import { onOnePress } from '../../ui/on-one-press.ts'
import { useStatusMessage } from '../../ui/status-message.tsx'
import { useVisit } from '../../ui/use-visit.ts'
import { bookmarkName, bookmarkPath } from './bookmark.ts'
import { bookmarkWrites } from './bookmark-writes.ts'
import { removeBookmark } from './change-bookmarks.ts'
import { history } from './history.ts'
import { useBookmarks } from './use-bookmarks.ts'

const TagsAtOnce = lazy(() => withWords(['tags'], () => import('../../study/tags/tags-at-once.tsx')))
const ItemHistoryDialog = lazy(() =>
  withWords(['history'], () => import('../../study/history/item-history-dialog.tsx')),
)

/** The page /my-memos/bookmarks: all bookmarks, newest first, with a search and a button to remove each. */
export const Component = () => {
  const { t } = useTranslation()
  const language = useLanguage()
  const user = usePerson()
  const say = useStatusMessage()
  const { state: view, setState: setView } = useVisit(user.id, ALL_ITEMS)
  /** The id of the bookmark whose tags are being edited. */
  const [tagging, setTagging] = useState<string | null>(null)
  const [opened, setOpened] = useState<{ bookmark: Bookmark; heading: string } | null>(null)
  const { data: bookmarks, error, isUnknown, refetch, isHere } = useBookmarks(user)
  const isNone = bookmarks?.length === 0
  const matches = useMemo(() => {
    const words = wordsToFind(view.query)
    const key = view.tag ? tagKey(view.tag) : null
    return bookmarks?.filter(
      (bookmark) => (key === null || hasTag(bookmark, key)) && hasWords(findableBookmark(bookmark), words),
    )
  }, [bookmarks, view.query, view.tag])
  const card = (bookmark: Bookmark) => {
    const heading = bookmarkName(bookmark, language)
    return (
      <div className="flex flex-wrap items-center justify-end gap-1 rounded-sm py-1 transition-colors duration-(--fast) hover:bg-sunk wide:pr-2">
        <Link
          to={bookmarkPath(bookmark)}
          className="flex min-h-12 min-w-0 flex-1 basis-[10rem] items-center gap-3 wide:px-3"
        >
          <BookmarkIcon size={18} strokeWidth={1.8} className="flex-none text-accent" aria-hidden />
          <span className="flex min-w-0 flex-1 flex-wrap items-baseline justify-between gap-x-3">
            <span className="min-w-0 font-scripture font-semibold">{heading}</span>
            <span className="text-xs text-muted">{formatDay(bookmark.created_at, language)}</span>
            {tagging !== bookmark.id && (
              <span className="w-full">
                <Tags tags={bookmark.tags} />
              </span>
            )}
          </span>
        </Link>
        <IconButton
          icon={Tag}
          label={t('tags.of', { name: heading })}
          aria-expanded={tagging === bookmark.id}
          onClick={() => setTagging(tagging === bookmark.id ? null : bookmark.id)}
        />
        <IconButton
          icon={History}
          label={t('bookmarks.history', { heading })}
          onClick={() => setOpened({ bookmark, heading })}
        />
        <IconButton
          icon={X}
          label={t('bookmarks.remove', { heading })}
          {...onOnePress(() => removeBookmark(user, bookmark, heading, { t, say }))}
        />
        {tagging === bookmark.id && (
          <div className="w-full wide:px-3">
            <Fetched loading={<div className="h-11" />}>
              <TagsAtOnce kind={bookmarkWrites} owner={user} item={bookmark} />
            </Fetched>
          </div>
        )}
      </div>
    )
  }
  return (
    <>
      <MyItems
        kind={bookmarkWrites}
        words="myBookmarks"
        failed={t('bookmarks.fetchFailed')}
        icon={BookmarkIcon}
        list={{
          items: isUnknown && isNone ? undefined : matches,
          isEmpty: !isUnknown && isNone,
          isSearching: false,
          isHere,
          error,
          retry: () => void refetch(),
          more: null,
        }}
        view={view}
        onView={setView}
        card={card}
      />
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
