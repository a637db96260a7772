import type { User as UserAnswer } from '@pathlight/contracts/accounts.ts'
import type { User } from '@pathlight/identity/identity.ts'

/** The contract's form of the signed-in person. */
export const userAnswer = (
  { id, username, email, locked }: Pick<User, 'id' | 'username' | 'email' | 'locked'>,
  isAdmin: boolean,
): UserAnswer => ({ id, username, email, ...(isAdmin && { admin: true }), ...(locked && { locked: true }) })
