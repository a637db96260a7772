import {
  type ComponentType,
  createContext,
  type ReactNode,
  Suspense,
  useContext,
  useEffect,
  useMemo,
  useState,
} from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import type { AccountDialog } from './account-dialog.ts'

const Open = createContext<(dialog: AccountDialog) => void>(() => {})
/** Opens one of the account's dialogs over the page; afterwards the person is where they were. */
export const useAccountDialog = () => useContext(Open)

/** Shows one of the dialogs; `onChange` asks for another one, or for none. */
type DialogWindow = ComponentType<{ dialog: AccountDialog; onChange: (dialog: AccountDialog | null) => void }>

/** Lets everything within open the account's dialogs. What they look like is a feature's matter: `window` is handed in. */
export const AccountDialogs = ({ window: Window, children }: { window: DialogWindow; children: ReactNode }) => {
  const [dialog, setDialog] = useState<AccountDialog | null>(null)
  const open = useMemo(() => (next: AccountDialog) => setDialog(next), [])
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
      <Suspense fallback={null}>{dialog && <Window dialog={dialog} onChange={setDialog} />}</Suspense>
    </Open>
  )
}
