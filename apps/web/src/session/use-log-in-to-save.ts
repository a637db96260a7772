import type { User } from '@pathlight/contracts/accounts.ts'
import { useEffect, useRef } from 'react'
import { useAccountDialog } from './account-dialogs.tsx'
import { useSession } from './use-session.ts'

/**
 * Asks a person to log in if the session had ended when they saved. Calls `save` once the same person has logged in,
 * and never for another person.
 * @param refused the key of the write that was refused because the session had ended. Null if there is none.
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
