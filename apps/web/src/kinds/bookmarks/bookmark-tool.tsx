import { lazy, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { withWords } from '../../locales/language.ts'
import { useSession } from '../../session/use-session.ts'
import type { ColumnToolProps } from '../../study/study-kind.ts'
import { IconButton } from '../../ui/button.tsx'
import { Fetched } from '../../ui/fetched.tsx'
import { Bookmark } from '../../ui/icons.ts'

const BookmarkMenu = lazy(() => withWords(['bookmarks', 'bookmarks-brief'], () => import('./bookmark-menu.tsx')))

/** The bookmarks in a column's header. The menu is fetched after the text; for a visitor, when they press. */
export const BookmarkTool = (props: ColumnToolProps) => {
  const { t } = useTranslation()
  const user = useSession()
  const [pressed, setPressed] = useState(false)
  const [isThere, setThere] = useState(user !== null)
  // The menu stays mounted when the session ends while it is open.
  if (user && !isThere) setThere(true)
  const forNow = (
    <IconButton
      icon={Bookmark}
      label={t('bookmarks.title')}
      aria-haspopup="dialog"
      onClick={() => setPressed(true)}
      className="noscript:hidden"
    />
  )
  if (!(isThere || pressed)) return forNow
  return (
    <Fetched instead={forNow}>
      <BookmarkMenu {...props} openAtOnce={pressed} />
    </Fetched>
  )
}
