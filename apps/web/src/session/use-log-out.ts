import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router-dom'
import { beforeLeaving } from '../device/before-leaving.ts'
import { sayProblem } from '../locales/server-message.ts'
import { useStatusMessage } from '../ui/status-message.tsx'
import { logOut } from './log-out.ts'

/** Logs out and goes home; says so when the server did not agree, and then nothing has changed. */
export const useLogOut = () => {
  const { t } = useTranslation()
  const say = useStatusMessage()
  const navigate = useNavigate()
  const leave = async () => {
    try {
      await logOut()
      navigate('/')
    } catch (error) {
      say(sayProblem(t, error) ?? t('session.logOutFailed'), 'error')
    }
  }
  return () => beforeLeaving(() => void leave())
}
