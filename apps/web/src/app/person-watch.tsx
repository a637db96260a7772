import type { User } from '@pathlight/contracts/accounts.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocation } from 'react-router-dom'
import { isOfLock } from '../api/api-problem.ts'
import { SESSION_KEY } from '../api/query-client.ts'
import { accountClosed } from '../api/request.ts'
import { LockedNotice } from '../session/locked-notice.tsx'
import { forgetPerson } from '../session/log-out.ts'
import { useStatusMessage } from '../ui/status-message.tsx'
import ChoicesMeet from './choices-meet.tsx'
import LiveSync from './live-sync/live-sync.tsx'
import WriteWatch from './write-watch.tsx'

/**
 * Asks for the session again after a call is refused because the account is locked. An account may be locked while a
 * page is open. Pending writes ask for the session themselves (api/pending-writes.ts).
 */
const useLockWatch = (user: User | null): void => {
  const queries = useQueryClient()
  const [userId, isLocked] = [user?.id, user?.locked === true]
  useEffect(() => {
    if (userId === undefined || isLocked) return
    const ask = () => void queries.invalidateQueries({ queryKey: SESSION_KEY })
    return queries.getMutationCache().subscribe(({ type, mutation }) => {
      if (type === 'updated' && isOfLock(mutation.state.error)) ask()
    })
  }, [queries, userId, isLocked])
}

/** The account page says itself that the account is locked, and why. */
const ACCOUNT_PAGE = '/settings/account'

/** Says above each page, except the account page, that the account is locked, and what the person can still do. */
const LockedRow = () => {
  const { t } = useTranslation()
  const { pathname } = useLocation()
  if (pathname === ACCOUNT_PAGE) return null
  return (
    <aside aria-label={t('locked.title')} className="mx-auto w-full max-w-[68rem] px-4 not-empty:pt-3 wide:px-6">
      <LockedNotice />
    </aside>
  )
}

/** Rendered when the account was closed on another device. Deletes the person's data from this device, and says so. */
const AccountClosedNotice = () => {
  const { t } = useTranslation()
  const say = useStatusMessage()
  const leave = useEffectEvent(async () => {
    // The message is translated first, because the chosen language is deleted too.
    const words = t('sync.accountClosed')
    await forgetPerson()
    say(words, 'error')
    accountClosed.set(false)
  })
  useEffect(() => void leave(), [])
  return null
}

type Props = {
  readonly user: User | null
  /** Whether the account was closed on another device. */
  readonly isClosed: boolean
  /** Whether the page has loaded everything that it needs. */
  readonly isLoaded: boolean
}

/** Watches for a locked or closed account and for writes that are not saved, and follows other devices' changes. */
const PersonWatch = ({ user, isClosed, isLoaded }: Props) => {
  useLockWatch(user)
  return (
    <>
      {user?.locked && <LockedRow />}
      {user && <WriteWatch user={user} />}
      {user && isLoaded && <LiveSync user={user} />}
      {user && <ChoicesMeet user={user} />}
      {isClosed && <AccountClosedNotice />}
    </>
  )
}
export default PersonWatch
