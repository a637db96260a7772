import type { User } from '@pathlight/contracts/accounts.ts'
import AccountClosedNotice from './account-closed-notice.tsx'
import ChoicesMeet from './choices-meet.tsx'
import LiveSync from './live-sync/live-sync.tsx'
import { LockedRow } from './locked-row.tsx'
import { useLockWatch } from './use-lock-watch.ts'
import WriteWatch from './write-watch.tsx'

type Props = {
  readonly user: User | null
  /** Whether the account was closed on another device. */
  readonly isClosed: boolean
  /** Whether the page has loaded everything that it needs. */
  readonly isLoaded: boolean
}

/** Watches, on every page, whether the account is locked or closed, the outbox, and what other devices change. */
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
