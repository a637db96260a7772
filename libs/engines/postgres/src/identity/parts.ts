import type { AccountFields } from '@pathlight/identity/account-fields.ts'
import type { Counts } from '@pathlight/identity/counts.ts'
import type { Familiar } from '@pathlight/identity/guess-limits.ts'
import type { Origin, User } from '@pathlight/identity/identity.ts'
import type { PasswordHashing } from '@pathlight/identity/password-hashing.ts'
import type { QueryConfig } from 'pg'
import type { UserRow } from './users.ts'

/** What postgresIdentity is made of. Each of its files picks what it needs. */
export type PostgresParts = {
  readonly query: <Row extends object>(text: string, values?: unknown[]) => Promise<Row[]>
  /** The same for a statement that is prepared once. */
  readonly ask: <Row extends object>(question: QueryConfig) => Promise<Row[]>
  readonly fields: AccountFields
  readonly toUser: (row: UserRow) => User
  readonly now: () => Date
  /** The time in so many milliseconds. */
  readonly inMs: (ms: number) => Date
  readonly passwords: PasswordHashing
  readonly counts: Counts
  readonly byEmail: (email: string) => Promise<UserRow | null>
  readonly familiarAs: (userId: string | null, from: Origin) => Promise<Familiar>
  readonly deviceFrom: (userId: string, from: Origin) => Promise<{ readonly token: string; readonly id: string }>
  readonly forgetOldOrigins: (userId: string) => Promise<void>
}
