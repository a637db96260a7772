import type { User } from './identity.ts'

/** A person's account, as identity.users has it. */
export type UserRow = {
  id: string
  username: string
  email: string
  email_verified_at: Date | null
  language: 'en' | 'ko'
  locked_at: Date | null
  looks_by_mail: boolean | null
  created_at: Date
  generation: number
}
/** The columns of a UserRow. */
export const USER = 'id, username, email, email_verified_at, language, locked_at, looks_by_mail, created_at, generation'

export const toUser = ({
  id,
  username,
  email,
  email_verified_at,
  language,
  locked_at,
  looks_by_mail,
  created_at,
  generation,
}: UserRow): User => ({
  id,
  username,
  email,
  emailVerified: email_verified_at !== null,
  language,
  locked: locked_at !== null,
  looksByMail: looks_by_mail === true,
  createdAt: created_at.toISOString(),
  passwordGeneration: generation,
})
