import type { User } from '@pathlight/contracts/accounts.ts'
import { useEffect, useRef } from 'react'
import { useAccountDialog } from './account-dialogs.tsx'
import { useSession } from './use-session.ts'

/**
 * Asks somebody whose session had ended when they saved to log in. Who then does, as the same person, wanted it saved: `save` is
 * called. For another person it never is.
 * @param refused the key of the write that was refused for that, while it is; null otherwise
 */
export const useLogInToSave = (refused: string | null, owner: User, save: () => void): void => {
  const user = useSession()
  const open = useAccountDialog()
  useEffect(() => {
    if (refused !== null) open('logIn')
  }, [refused, open])

  const isBack = refused !== null && user?.id === owner.id
  const saveAgain = useRef(save)
  saveAgain.current = save
  useEffect(() => {
    if (isBack) saveAgain.current()
  }, [isBack])
}
