import { useEffect, useEffectEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { accountClosed } from '../api/request.ts'
import { forgetPerson } from '../session/log-out.ts'
import { useStatusMessage } from '../ui/status-message.tsx'

/** Shown when the account was closed on another device: deletes the person's data from this device, and says so. */
const AccountClosedNotice = () => {
  const { t } = useTranslation()
  const say = useStatusMessage()
  const leave = useEffectEvent(async () => {
    // The words are fetched first, because the chosen language is deleted too.
    const words = t('sync.accountClosed')
    await forgetPerson()
    say(words, 'error')
    accountClosed.set(false)
  })
  useEffect(() => void leave(), [])
  return null
}
export default AccountClosedNotice
