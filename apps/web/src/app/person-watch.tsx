import type { User } from '@pathlight/contracts/accounts.ts'
import AccountClosedNotice from './account-closed-notice.tsx'
import LiveSync from './live-sync/live-sync.tsx'
import WriteWatch from './write-watch.tsx'

type Props = {
  readonly user: User | null
  /** Their account was closed, on another device. */
  readonly isClosed: boolean
  /** The page has come with all that it needs. */
  readonly isLoaded: boolean
}

/** Watches a person's things on every page: what waits to be sent, what other devices do, the account's end. */
const PersonWatch = ({ user, isClosed, isLoaded }: Props) => (
  <>
    {user && <WriteWatch user={user} />}
    {user && isLoaded && <LiveSync user={user} />}
    {isClosed && <AccountClosedNotice />}
  </>
)
export default PersonWatch
