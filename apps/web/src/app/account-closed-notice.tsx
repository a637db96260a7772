import { useEffect, useEffectEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { accountClosed } from '../api/request.ts'
import { forgetPerson } from '../session/log-out.ts'
import { useStatusMessage } from '../ui/status-message.tsx'

/** The account was closed on another device: this one drops everything that it kept of the person, and says so. */
const AccountClosedNotice = () => {
  const { t } = useTranslation()
  const say = useStatusMessage()
  const leave = useEffectEvent(async () => {
    // In the language that was read: what was chosen goes with all else.
    const words = t('sync.accountClosed')
    await forgetPerson()
    say(words, 'error')
    accountClosed.set(false)
  })
  useEffect(() => void leave(), [])
  return null
}
export default AccountClosedNotice
