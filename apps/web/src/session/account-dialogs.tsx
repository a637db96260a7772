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

/** What was wanted when an account was asked for. */
type Afterwards = (user: User) => void
const Open = createContext<(dialog: AccountDialog, afterwards?: Afterwards) => unknown>(() => {})
/**
 * Opens one of the account's dialogs over the page. When it closes, the person is where they were. If they have logged
 * in or signed up by then, it does `afterwards`. If the page was about to hear that they are signed in, none opens.
 */
export const useAccountDialog = () => useContext(Open)

/** Shows one of the dialogs; `onChange` asks for another one, or for none. */
type DialogWindow = ComponentType<{ dialog: AccountDialog; onChange: (dialog: AccountDialog | null) => void }>

/** Lets everything within open the account's dialogs. What they look like is a feature's matter: `window` is handed in. */
export const AccountDialogs = ({ window: Window, children }: { window: DialogWindow; children: ReactNode }) => {
  const [dialog, setDialog] = useState<AccountDialog | null>(null)
  const wanted = useRef<Afterwards | null>(null)
  const queries = useQueryClient()
  const open = useMemo(
    () =>
      async (next: AccountDialog, afterwards: Afterwards | null = null) => {
        wanted.current = afterwards
        // A person who is signed in may press before the page knows of them.
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
      // They have closed it: they want it no longer.
      wanted.current = null
    }
  }, [user, dialog, queries])
  const location = useLocation()
  const navigate = useNavigate()
  const asked = (location.state as { logIn?: boolean } | null)?.logIn === true

  // A page may send people elsewhere and ask for the log-in there; going back must not ask again.
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
