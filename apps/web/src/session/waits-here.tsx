import { useTranslation } from 'react-i18next'
import { otherPage } from '../api/own-answer.ts'
import { useObserved } from '../device/use-observed.ts'
import { useSession } from './use-session.ts'

/** Says below an editor that its words wait on this device, and why. */
export const WaitsHere = () => {
  const { t } = useTranslation()
  const isLocked = useSession()?.locked === true
  const isOther = useObserved(otherPage)
  return (
    <p role="status" className="text-sm text-muted">
      {isLocked
        ? t('writes.untilUnlocked')
        : `${isOther ? t('server.other_page') : t('writes.noAnswer')} ${t('writes.sentLater')}`}
    </p>
  )
}
