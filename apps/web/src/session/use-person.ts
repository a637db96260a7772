import type { User } from '@pathlight/contracts/accounts.ts'
import { useOutletContext } from 'react-router-dom'

/** The signed-in person, on a page within a frame that asks every other visitor to log in. */
export const usePerson = (): User => useOutletContext<User>()
