import type { User } from '@pathlight/contracts/accounts.ts'
import type { Bookmark } from '@pathlight/contracts/bookmarks.ts'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { sayProblem } from '../../locales/server-message.ts'
import { useLanguage } from '../../locales/use-language.tsx'
import { useAccountDialog } from '../../session/account-dialogs.tsx'
import { lastPerson } from '../../session/kept-person.ts'
import { useSession } from '../../session/use-session.ts'
import type { ColumnToolProps } from '../../study/study-kind.ts'
import { versesOfChosen } from '../../study/verses-of-chosen.ts'
import { Button, IconButton } from '../../ui/button.tsx'
import { FetchFailed } from '../../ui/fetch-failed.tsx'
import { BookmarkCheck, Bookmark as BookmarkIcon, BookmarkPlus, X } from '../../ui/icons.ts'
import { onOnePress } from '../../ui/on-one-press.ts'
import { passFocusOn } from '../../ui/pass-focus-on.ts'
import { Popover, PopoverClose } from '../../ui/popover.tsx'
import { useStatusMessage } from '../../ui/status-message.tsx'
import { bookmarkName, newBookmark, versesOfBookmark } from './bookmark.ts'
import { addBookmark, removeBookmark } from './change-bookmarks.ts'
import { useBookmarks } from './use-bookmarks.ts'

const ROW =
  'flex min-h-11 min-w-0 grow items-center gap-2.5 rounded-sm px-3 text-left text-sm hover:bg-sunk aria-[current=true]:font-semibold'

type MineProps = ColumnToolProps & { readonly owner: User }

const Mine = ({ owner, column, chosen, onGo }: MineProps) => {
  const { t } = useTranslation()
  const language = useLanguage()
  const say = useStatusMessage()
  const list = useRef<HTMLUListElement>(null)
  const { data: bookmarks, error, isUnknown, refetch } = useBookmarks(owner)
  const fresh = newBookmark(column)
  const nameOf = (bookmark: Bookmark) => bookmarkName(bookmark, language)

  // The menu offers a bookmark of the chapter and, if verses are chosen, a bookmark of these verses.
  const offered = [fresh, ...(chosen ? [newBookmark(column, versesOfChosen(chosen))] : [])]

  const add = (bookmark: Bookmark) => {
    if (addBookmark(owner, bookmark, bookmarks, { t, say })) list.current?.scrollTo({ top: 0 })
  }

  if (!bookmarks)
    return (
      <p role="status" className="p-3 text-sm text-muted">
        {t('loading')}
      </p>
    )
  return (
    <>
      {offered.map((bookmark) => (
        <button
          key={bookmark.id}
          type="button"
          onClick={() => add(bookmark)}
          className={`${ROW} w-full shrink-0 text-accent`}
        >
          <BookmarkPlus size={18} strokeWidth={1.8} aria-hidden />
          {t('bookmarks.add', { heading: nameOf(bookmark) })}
        </button>
      ))}
      <div className="mx-1 my-1 h-px shrink-0 bg-line" />
      {error && (
        <div className="p-3">
          <FetchFailed
            words={t('bookmarks.loadFailed', { message: sayProblem(t, error) ?? t('bookmarks.fetchFailed') })}
            onRetry={() => void refetch()}
          />
        </div>
      )}
      {!isUnknown && bookmarks.length === 0 && <p className="px-3 py-2.5 text-sm text-muted">{t('bookmarks.empty')}</p>}
      <ul ref={list} className="min-h-0 overflow-y-auto overscroll-contain">
        {bookmarks.map((bookmark) => (
          <li key={bookmark.id} ref={passFocusOn} className="flex items-center">
            <PopoverClose>
              <button
                type="button"
                onClick={() => {
                  const { version, book, chapter } = bookmark
                  onGo({ version, book, chapter }, versesOfBookmark(bookmark))
                }}
                aria-current={bookmark.id === fresh.id || undefined}
                className={ROW}
              >
                <span className="truncate">{nameOf(bookmark)}</span>
              </button>
            </PopoverClose>
            <IconButton
              icon={X}
              label={t('bookmarks.remove', { heading: nameOf(bookmark) })}
              {...onOnePress(() => removeBookmark(owner, bookmark, nameOf(bookmark), { t, say }))}
            />
          </li>
        ))}
      </ul>
    </>
  )
}

/**
 * The menu of the person's bookmarks, newest first. Bookmarks can be added, removed and opened. The menu is at most
 * 300 px high (specification section 9).
 */
const BookmarkMenu = ({ openAtOnce, ...props }: ColumnToolProps & { readonly openAtOnce: boolean }) => {
  const { t } = useTranslation()
  const user = useSession()
  const open = useAccountDialog()
  const { data: bookmarks } = useBookmarks(user)
  // Whether a person was logged in, perhaps before this menu loaded. If so, and nobody is now, the session has ended.
  const [isKnown, setKnown] = useState(user !== null || lastPerson() !== null)
  if (user && !isKnown) setKnown(true)
  const kept = bookmarks?.some(({ id }) => id === newBookmark(props.column).id)
  return (
    <Popover
      label={t('bookmarks.title')}
      openAtOnce={openAtOnce}
      className="flex max-h-[min(300px,var(--radix-popover-content-available-height))]! w-76 flex-col p-1!"
      trigger={
        <IconButton
          icon={kept ? BookmarkCheck : BookmarkIcon}
          label={t('bookmarks.title')}
          className={kept ? 'text-accent!' : ''}
        />
      }
    >
      {user ? (
        <Mine {...props} owner={user} />
      ) : (
        <div className="grid gap-3 p-3 text-sm">
          {isKnown && (
            <p role="alert" className="text-danger">
              {t('bookmarks.notLoggedIn')}
            </p>
          )}
          {t('bookmarks.logIn')}
          <PopoverClose>
            <Button look="primary" onClick={() => open('logIn')} className="justify-self-start">
              {t('menu.logIn')}
            </Button>
          </PopoverClose>
        </div>
      )}
    </Popover>
  )
}
export default BookmarkMenu
