import type { User as UserAnswer } from '@pathlight/contracts/accounts.ts'
import type { User } from '@pathlight/identity/identity.ts'

/** The signed-in person in the API's form. */
export const userAnswer = (
  { id, username, email, locked }: Pick<User, 'id' | 'username' | 'email' | 'locked'>,
  isAdmin: boolean,
): UserAnswer => ({ id, username, email, ...(isAdmin && { admin: true }), ...(locked && { locked: true }) })
