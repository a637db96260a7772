import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { isNetworkFailure } from '../../api/api-problem.ts'
import { sayProblem } from '../../locales/server-message.ts'
import { useLanguage } from '../../locales/use-language.tsx'
import type { SectionProps } from '../../study/study-kind.ts'
import { Tags } from '../../study/tags/tags.tsx'
import TagsAtOnce from '../../study/tags/tags-at-once.tsx'
import { versesOfChosen } from '../../study/verses-of-chosen.ts'
import { Button, IconButton } from '../../ui/button.tsx'
import { ErrorList } from '../../ui/error-list.tsx'
import { BookmarkPlus, Tag, X } from '../../ui/icons.ts'
import { onOnePress } from '../../ui/on-one-press.ts'
import { passFocusOn } from '../../ui/pass-focus-on.ts'
import { useStatusMessage } from '../../ui/status-message.tsx'
import { bookmarkName, bookmarksOnVerse, newBookmark } from './bookmark.ts'
import { bookmarkWrites } from './bookmark-writes.ts'
import { addBookmark, removeBookmark } from './change-bookmarks.ts'
import { useBookmarks } from './use-bookmarks.ts'

const BookmarkSection = ({ owner, chosen }: SectionProps) => {
  const { t } = useTranslation()
  const language = useLanguage()
  const say = useStatusMessage()
  const { data: bookmarks, error } = useBookmarks(owner)
  /** The id of the bookmark whose tags are being edited. */
  const [tagging, setTagging] = useState<string | null>(null)
  const { column } = chosen
  const verses = versesOfChosen(chosen)
  const fresh = newBookmark(column, verses)
  const onVerses = bookmarksOnVerse(bookmarks ?? [], column, { verse: verses.from, through: verses.to })
  return (
    <div className="grid gap-2">
      {/* The panel reports a network failure once for all kinds, so this section does not. */}
      <ErrorList
        errors={error && !isNetworkFailure(error) ? [sayProblem(t, error) ?? t('bookmarks.fetchFailed')] : []}
      />
      <ul className="grid empty:hidden">
        {onVerses.map((bookmark) => {
          const heading = bookmarkName(bookmark, language)
          return (
            <li key={bookmark.id} ref={passFocusOn} className="flex flex-wrap items-center gap-1 border-b border-line">
              <span className="min-w-0 flex-1">
                {heading}
                {tagging !== bookmark.id && <Tags tags={bookmark.tags} />}
              </span>
              <IconButton
                icon={Tag}
                label={t('tags.of', { name: heading })}
                aria-expanded={tagging === bookmark.id}
                onClick={() => setTagging(tagging === bookmark.id ? null : bookmark.id)}
                className="size-11!"
              />
              <IconButton
                icon={X}
                label={t('bookmarks.remove', { heading })}
                {...onOnePress(() => removeBookmark(owner, bookmark, heading, { t, say }))}
                className="-mr-2 size-11!"
              />
              {tagging === bookmark.id && (
                <div className="w-full">
                  <TagsAtOnce kind={bookmarkWrites} owner={owner} item={bookmark} />
                </div>
              )}
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
