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

/** What watches over a person's things on whatever page: what waits to be sent, what other devices do, the end of the account. */
const PersonWatch = ({ user, isClosed, isLoaded }: Props) => (
  <>
    {user && <WriteWatch user={user} />}
    {user && isLoaded && <LiveSync user={user} />}
    {isClosed && <AccountClosedNotice />}
  </>
)
export default PersonWatch
