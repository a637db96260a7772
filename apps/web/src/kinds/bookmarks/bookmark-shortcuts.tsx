import { useTranslation } from 'react-i18next'
import { useLanguage } from '../../locales/use-language.tsx'
import { useSession } from '../../session/use-session.ts'
import type { ShortcutsProps } from '../../study/study-kind.ts'
import { Bookmark as BookmarkIcon } from '../../ui/icons.ts'
import { bookmarkPassage, versesOfBookmark } from './bookmark.ts'
import { useBookmarks } from './use-bookmarks.ts'

/** The most bookmarks that are shown. The menu in the column's header has all bookmarks. */
const MOST = 8

/** The person's newest bookmarks, shown in the passage picker. Renders nothing if there are none. */
const BookmarkShortcuts = ({ onGo }: ShortcutsProps) => {
  const { t } = useTranslation()
  const language = useLanguage()
  const { data: bookmarks = [] } = useBookmarks(useSession())
  if (bookmarks.length === 0) return null
  return (
    <ul aria-label={t('bookmarks.title')} className="flex shrink-0 gap-1.5">
      {bookmarks.slice(0, MOST).map((bookmark) => (
        <li key={bookmark.id}>
          <button
            type="button"
            onClick={() => {
              const { version, book, chapter } = bookmark
              onGo({ version, book, chapter }, versesOfBookmark(bookmark))
            }}
            className="inline-flex min-h-11 items-center gap-1.5 rounded-full border border-line px-3.5 text-sm font-medium whitespace-nowrap text-muted hover:border-line-strong"
          >
            <BookmarkIcon size={15} strokeWidth={1.8} className="text-accent" aria-hidden />
            {bookmarkPassage(bookmark, language)}
          </button>
        </li>
      ))}
    </ul>
  )
}
export default BookmarkShortcuts
