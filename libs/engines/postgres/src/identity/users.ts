import type { AccountFields } from '@pathlight/identity/account-fields.ts'
import type { User } from '@pathlight/identity/identity.ts'

/** A person's account, as identity.users has it: name and addresses are sealed. */
export type UserRow = {
  id: string
  username: string
  email: string
  wrapped_data_key: Buffer
  email_verified_at: Date | null
  language: 'en' | 'ko'
  locked_at: Date | null
  looks_by_mail: boolean | null
  created_at: Date
  generation: number
}
/** The columns of a UserRow. */
export const USER =
  'id, username, email, wrapped_data_key, email_verified_at, language, locked_at, looks_by_mail, created_at, generation'

export const userOf =
  (fields: AccountFields) =>
  (row: UserRow): User => ({
    id: row.id,
    ...namesOf(fields, row),
    emailVerified: row.email_verified_at !== null,
    language: row.language,
    locked: row.locked_at !== null,
    looksByMail: row.looks_by_mail === true,
    createdAt: row.created_at.toISOString(),
    passwordGeneration: row.generation,
  })

/** The name and the address of an account, opened. */
export const namesOf = (
  fields: AccountFields,
  { id, username, email, wrapped_data_key: wrapped }: Pick<UserRow, 'id' | 'username' | 'email' | 'wrapped_data_key'>,
): Pick<User, 'username' | 'email'> => ({
  username: fields.open(username, 'username', id, wrapped),
  email: fields.open(email, 'address', id, wrapped),
})
