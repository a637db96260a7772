import type { User } from '@pathlight/contracts/accounts.ts'
import AccountClosedNotice from './account-closed-notice.tsx'
import ChoicesMeet from './choices-meet.tsx'
import LiveSync from './live-sync/live-sync.tsx'
import { LockedRow } from './locked-row.tsx'
import { useLockWatch } from './use-lock-watch.ts'
import WriteWatch from './write-watch.tsx'

type Props = {
  readonly user: User | null
  /** Their account was closed, on another device. */
  readonly isClosed: boolean
  /** The page has come with all that it needs. */
  readonly isLoaded: boolean
}

/** Watches a person's things on every page: that the account is locked, what waits to be sent, what other devices do, the account's end. */
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
