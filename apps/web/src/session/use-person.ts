import type { User } from '@pathlight/contracts/accounts.ts'
import { useOutletContext } from 'react-router-dom'

/** The logged-in person, on a page whose frame asks visitors to log in. */
export const usePerson = (): User => useOutletContext<User>()
