import type { AccountFields } from '@pathlight/identity/account-fields.ts'
import type { Counts } from '@pathlight/identity/counts.ts'
import type { Familiar } from '@pathlight/identity/guess-limits.ts'
import type { Origin, User } from '@pathlight/identity/identity.ts'
import type { PasswordHashing } from '@pathlight/identity/password-hashing.ts'
import type { Collection } from 'mongodb'
import type {
  AddressDocument,
  CountDocument,
  DeviceDocument,
  EmailLinkDocument,
  ImportClaimDocument,
  ImportDocument,
  ImportPieceDocument,
  ResetLinkDocument,
  SessionDocument,
  UserDocument,
} from './documents.ts'

/** What mongoIdentity is made of. Each of its files picks what it needs. */
export type MongoParts = {
  readonly users: Collection<UserDocument>
  readonly sessions: Collection<SessionDocument>
  readonly devices: Collection<DeviceDocument>
  readonly addresses: Collection<AddressDocument>
  readonly countings: Collection<CountDocument>
  readonly resetLinks: Collection<ResetLinkDocument>
  readonly emailLinks: Collection<EmailLinkDocument>
  readonly imports: Collection<ImportDocument>
  readonly importPieces: Collection<ImportPieceDocument>
  readonly importClaims: Collection<ImportClaimDocument>
  readonly fields: AccountFields
  readonly toUser: (user: UserDocument) => User
  readonly now: () => Date
  /** The time in so many milliseconds. */
  readonly inMs: (ms: number) => Date
  readonly passwords: PasswordHashing
  readonly counts: Counts
  readonly byEmail: (email: string) => Promise<UserDocument | null>
  readonly familiarAs: (userId: string | null, from: Origin) => Promise<Familiar>
  readonly knowOrigin: (userId: string, from: Origin) => Promise<{ readonly id: string; readonly token: string }>
}
