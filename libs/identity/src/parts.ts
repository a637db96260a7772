import type { AccountFields } from './account-fields.ts'
import type { Counts } from './counts.ts'
import type { KnownOrigins } from './known-origins.ts'
import type { PasswordHashing } from './password-hashing.ts'
import type { Records } from './records.ts'
import type { UserRecord } from './users.ts'

/** The values that all parts of the identity store need. */
export type Parts = {
  readonly records: Records
  readonly fields: AccountFields
  readonly now: () => Date
  /** The time that is this many milliseconds from now. */
  readonly inMs: (ms: number) => Date
  readonly passwords: PasswordHashing
  readonly counts: Counts
  readonly origins: KnownOrigins
  readonly byEmail: (email: string) => Promise<UserRecord | null>
}
