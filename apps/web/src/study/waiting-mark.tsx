import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'

/** Where everything is that the server does not have yet. */
export const WAITING_PATH = '/my-memos/waiting'

/** Says that something is not sent yet, and leads to all that waits. */
export const WaitingMark = () => {
  const { t } = useTranslation()
  return (
    <Link to={WAITING_PATH} className="font-medium underline underline-offset-4 hover:text-accent">
      {t('writes.waits')}
    </Link>
  )
}
