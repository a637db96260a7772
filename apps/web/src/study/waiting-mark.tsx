import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'

/** The address of the page with all unsent items. */
export const WAITING_PATH = '/my-memos/waiting'

/** Marks an unsent item, and links to the page with all unsent items. */
export const WaitingMark = () => {
  const { t } = useTranslation()
  return (
    <Link to={WAITING_PATH} className="font-medium underline underline-offset-4 hover:text-accent">
      {t('writes.waits')}
    </Link>
  )
}
