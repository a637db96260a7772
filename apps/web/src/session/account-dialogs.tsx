import type { User } from '@pathlight/contracts/accounts.ts'
import { useQueryClient } from '@tanstack/react-query'
import {
  type ComponentType,
  createContext,
  type ReactNode,
  useContext,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import { SESSION_KEY } from '../api/query-client.ts'
import { Fetched } from '../ui/fetched.tsx'
import type { AccountDialog } from './account-dialog.ts'
import { sessionQuery } from './session-query.ts'
import { useSession } from './use-session.ts'

/** The action that needed an account, done after the log-in. */
type Afterwards = (user: User) => void
const Open = createContext<(dialog: AccountDialog, afterwards?: Afterwards) => unknown>(() => {})
/**
 * Returns a function that opens an account dialog over the page. If the person has logged in or signed up when the
 * dialog closes, `afterwards` is called. While the page still asks who is logged in, the dialog waits, and does not
 * open for a logged-in person.
 */
export const useAccountDialog = () => useContext(Open)

/** Renders the open dialog. `onChange` switches to another dialog, or closes it with null. */
type DialogWindow = ComponentType<{ dialog: AccountDialog; onChange: (dialog: AccountDialog | null) => void }>

/** Provides the account dialogs to its children. `window` renders them, and comes from a feature. */
export const AccountDialogs = ({ window: Window, children }: { window: DialogWindow; children: ReactNode }) => {
  const [dialog, setDialog] = useState<AccountDialog | null>(null)
  const wanted = useRef<Afterwards | null>(null)
  const queries = useQueryClient()
  const open = useMemo(
    () =>
      async (next: AccountDialog, afterwards: Afterwards | null = null) => {
        wanted.current = afterwards
        // The page may not know yet that the person is logged in.
        const isAsking = queries.getQueryState(SESSION_KEY)?.fetchStatus === 'fetching'
        const isKnown = queries.getQueryData(SESSION_KEY) !== undefined
        if (isAsking && !isKnown && (await queries.ensureQueryData(sessionQuery).catch(() => null))) return
        setDialog(next)
      },
    [queries],
  )
  const user = useSession()
  useEffect(() => {
    const afterwards = wanted.current
    if (dialog !== null || !afterwards) return
    if (user) {
      wanted.current = null
      afterwards(user)
    } else if (!queries.getQueryData(SESSION_KEY)) {
      // The visitor closed the dialog, so the action is dropped.
      wanted.current = null
    }
  }, [user, dialog, queries])
  const location = useLocation()
  const navigate = useNavigate()
  const asked = (location.state as { logIn?: boolean } | null)?.logIn === true

  // A page may navigate and ask for the log-in on the new page. The request is removed from the history, so that going
  // back does not open the dialog again.
  useEffect(() => {
    if (!asked) return
    setDialog('logIn')
    navigate({ pathname: location.pathname, search: location.search, hash: location.hash }, { replace: true })
  }, [asked, navigate, location.pathname, location.search, location.hash])

  return (
    <Open value={open}>
      {children}
      <Fetched>{dialog && <Window dialog={dialog} onChange={setDialog} />}</Fetched>
    </Open>
  )
}
