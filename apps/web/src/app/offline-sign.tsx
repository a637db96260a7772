import type { User } from '@pathlight/contracts/accounts.ts'
import { useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { isOpen, isRefused } from '../api/pending-write.ts'
import { useUnsent } from '../study/use-unsent.ts'
import { WAITING_PATH } from '../study/waiting-mark.tsx'
import { CloudOff } from '../ui/icons.ts'

const subscribe = (listener: () => void) => {
  for (const name of ['online', 'offline']) window.addEventListener(name, listener)
  return () => {
    for (const name of ['online', 'offline']) window.removeEventListener(name, listener)
  }
}

/**
 * The sign in the navigation bar. It says that there is no connection, how many changes wait to be sent, or, if there
 * are any, how many refused changes the person must decide about. For a signed-in person, it links to the list of these
 * changes.
 */
const OfflineSign = ({ user }: { readonly user: User | null }) => {
  const { t } = useTranslation()
  const isConnected = useSyncExternalStore(subscribe, () => navigator.onLine)
  const unsent = useUnsent(user?.id)
  const undecided = unsent.filter(isRefused).length
  const open = unsent.filter(isOpen)
  // A write without tries is about to be sent, so it does not make the sign appear. While the account is locked, every
  // page already says that writes wait.
  const isAway = !isConnected || (!user?.locked && open.some(({ state }) => 'tries' in state && state.tries > 0))
  const isUrgent = undecided > 0
  if (!isUrgent && !isAway) return null
  const waiting = open.length > 0 ? t('offline.waiting', { count: open.length }) : null
  const count = undecided || open.length
  const label = isUrgent ? t('offline.choose', { count }) : [t('offline.away'), waiting].filter(Boolean).join(' · ')
  const title = isUrgent ? t('writes.undecided', { count }) : label
  const sign = (
    <>
      <CloudOff size={18} strokeWidth={1.8} aria-hidden className="flex-none" />
      <span className="max-desk:sr-only">{label}</span>
      {count > 0 && (
        <span aria-hidden className="tabular-nums desk:hidden">
          {count}
        </span>
      )}
    </>
  )
  const look = `offline-sign ${isUrgent ? 'urgent' : ''}`
  return user ? (
    <Link to={WAITING_PATH} title={title} className={look}>
      {sign}
    </Link>
  ) : (
    <span title={title} className={look}>
      {sign}
    </span>
  )
}
export default OfflineSign
