import { lazy, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { withWords } from '../../locales/language.ts'
import { useSession } from '../../session/use-session.ts'
import type { ColumnToolProps } from '../../study/study-kind.ts'
import { IconButton } from '../../ui/button.tsx'
import { Fetched } from '../../ui/fetched.tsx'
import { Bookmark } from '../../ui/icons.ts'

const BookmarkMenu = lazy(() => withWords(['bookmarks', 'bookmarks-brief'], () => import('./bookmark-menu.tsx')))

/**
 * The bookmark button in a column's header. The code of its menu loads once the page knows that a person is logged in.
 * For a visitor it loads only after a press.
 */
export const BookmarkTool = (props: ColumnToolProps) => {
  const { t } = useTranslation()
  const user = useSession()
  const [pressed, setPressed] = useState(false)
  const [isThere, setThere] = useState(user !== null)
  // Once a person has logged in, the menu stays mounted, even if the session ends.
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
