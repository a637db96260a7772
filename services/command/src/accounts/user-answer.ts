import type { User as ShownUser } from '@pathlight/contracts/accounts.ts'
import type { User } from '@pathlight/identity/identity.ts'

/** Who is signed in, as the browser gets to know it: also whether they are an admin, and whether an admin locked their account. */
export const shownUser = (
  { id, username, email, locked }: Pick<User, 'id' | 'username' | 'email' | 'locked'>,
  isAdmin: boolean,
): ShownUser => ({ id, username, email, ...(isAdmin && { admin: true }), ...(locked && { locked: true }) })
