import { useTranslation } from 'react-i18next'
import { isNetworkFailure } from '../../api/api-problem.ts'
import { sayProblem } from '../../locales/server-message.ts'
import { useLanguage } from '../../locales/use-language.tsx'
import type { SectionProps } from '../../study/study-kind.ts'
import { versesOfChosen } from '../../study/verses-of-chosen.ts'
import { Button, IconButton } from '../../ui/button.tsx'
import { ErrorList } from '../../ui/error-list.tsx'
import { focusNextRow } from '../../ui/focus-next-row.ts'
import { BookmarkPlus, X } from '../../ui/icons.ts'
import { useStatusMessage } from '../../ui/status-message.tsx'
import { bookmarkName, bookmarksOnVerse, newBookmark } from './bookmark.ts'
import { addBookmark, removeBookmark } from './change-bookmarks.ts'
import { useBookmarks } from './use-bookmarks.ts'

/** The bookmarks on the chosen verses, to remove and to set. */
const BookmarkSection = ({ owner, chosen }: SectionProps) => {
  const { t } = useTranslation()
  const language = useLanguage()
  const say = useStatusMessage()
  const { data: bookmarks, error } = useBookmarks(owner)
  const { column } = chosen
  const verses = versesOfChosen(chosen)
  const fresh = newBookmark(column, verses)
  const onVerses = bookmarksOnVerse(bookmarks ?? [], column, { verse: verses.from, through: verses.to })
  return (
    <div className="grid gap-2">
      {/* The panel says once that nothing answers. */}
      <ErrorList
        errors={error && !isNetworkFailure(error) ? [sayProblem(t, error) ?? t('bookmarks.fetchFailed')] : []}
      />
      <ul className="grid empty:hidden">
        {onVerses.map((bookmark) => {
          const heading = bookmarkName(bookmark, language)
          return (
            <li key={bookmark.id} className="flex items-center gap-1 border-b border-line">
              <span className="min-w-0 grow">{heading}</span>
              <IconButton
                icon={X}
                label={t('bookmarks.remove', { heading })}
                onClick={({ currentTarget }) => {
                  focusNextRow(currentTarget)
                  removeBookmark(owner, bookmark, heading, { t, say })
                }}
                className="-mr-2 size-11!"
              />
            </li>
          )
        })}
      </ul>
      {bookmarks && !bookmarks.some(({ id }) => id === fresh.id) && (
        <Button className="justify-self-start" onClick={() => addBookmark(owner, fresh, bookmarks, { t, say })}>
          <BookmarkPlus size={18} strokeWidth={1.8} aria-hidden />
          {t('bookmarks.add', { heading: bookmarkName(fresh, language) })}
        </Button>
      )}
    </div>
  )
}
export default BookmarkSection
