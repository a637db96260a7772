import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'

/** The page with everything that is not sent yet. */
export const WAITING_PATH = '/my-memos/waiting'

/** Marks an unsent item, and links to the page with everything that is not sent yet. */
export const WaitingMark = () => {
  const { t } = useTranslation()
  return (
    <Link to={WAITING_PATH} className="font-medium underline underline-offset-4 hover:text-accent">
      {t('writes.waits')}
    </Link>
  )
}
