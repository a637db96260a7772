import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router-dom'
import { beforeLeaving } from '../device/before-leaving.ts'
import { NO_ANSWER, within } from '../device/within.ts'
import { sayProblem } from '../locales/server-message.ts'
import { useStatusMessage } from '../ui/status-message.tsx'
import { logOut } from './log-out.ts'
import { isLogOutWatched } from './log-out-watch.ts'

/** The longest wait for the code that asks about unsent work, in milliseconds. */
const WATCHED_WITHIN_MS = 10_000

const watched = (): Promise<void> =>
  new Promise((resolve) => {
    const look = () => {
      if (!isLogOutWatched.now()) return
      end()
      resolve()
    }
    const end = isLogOutWatched.subscribe(look)
    look()
  })

/**
 * Returns a function that logs out and goes to the home page. If the log-out fails, a message says so and the person
 * stays logged in.
 */
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
  const ask = async () => {
    // If the code that asks about unsent work has not loaded, the person stays logged in. A log-out could lose unsent
    // words.
    if ((await within(WATCHED_WITHIN_MS, watched())) === NO_ANSWER) say(t('session.logOutFailed'), 'error')
    else beforeLeaving(() => void leave())
  }
  return () => void ask()
}
