import type { KindName } from './kinds.ts'

/** A row as an archive keeps it, whichever engine it is of: bytes stand in it as base64, times as ISO 8601 (UTC). A field without a value is null. */
export type ArchivedRow = Readonly<Record<string, unknown>>

/**
 * The kinds that an archive holds. Sessions, mailed links, challenges, tokens, invitations and shares are not among them: what was ended since must stay
 * ended.
 */
export const ARCHIVED_KINDS = [
  'imports',
  'import_pieces',
  'devices',
  'addresses',
  'counts',
  'messages',
  'passkeys',
  'totp',
  'recovery_codes',
  'provider_links',
  'users',
] as const satisfies readonly KindName[]
export type ArchivedKind = (typeof ARCHIVED_KINDS)[number]

/** An archive that was written: where it is and what is in it. */
export type WrittenArchive = {
  /** ISO 8601, UTC: when its last byte was on disk. */
  readonly writtenAt: string
  /** The file's name, without its folder. */
  readonly name: string
  readonly events: number
  readonly bytes: number
}

/** An archive that is being read into this installation, or was. */
export type ReadingArchive = {
  /** The archive's own id. */
  readonly id: string
  readonly name: string
  readonly begunAt: string
  /** Null: it is not whole yet. */
  readonly readAt: string | null
}

/**
 * What an admin had done with a text of the open catalogue: all machines follow it. It stands here because it must outlive the machine
 * on which it was done.
 */
export type SharedText = {
  readonly code: string
  /** Its name in the catalogue, or the code by which the admin asked for it. */
  readonly wanted: string
  /** False: it was removed. */
  readonly isHere: boolean
  /** ISO 8601, UTC. */
  readonly at: string
}

/** What came of the last mail that an admin had sent to try it. */
export type MailTest = {
  readonly id: string
  /** ISO 8601, UTC. */
  readonly at: string
  /** Why it was not sent, in the mail server's words, without addresses; null: it was. */
  readonly why: string | null
}

/**
 * Identity as archives know it: every row as stored, but with the data keys wrapped by the master key, and what is remembered of archives. Throws
 * StoreUnavailable (libs/stores) when the store cannot be reached.
 */
export interface IdentityArchive {
  /** Every row of a kind, a few hundred at a time. A row that comes twice counts as it is the second time. */
  rows(kind: ArchivedKind): AsyncIterable<readonly ArchivedRow[]>
  /** Stores rows; one that is there under the same key is replaced. `users` come first: PostgreSQL lets no row be of an unknown user. */
  put(kind: ArchivedKind, rows: readonly ArchivedRow[]): Promise<void>
  /** Whether there is no account, open or closed. */
  isEmpty(): Promise<boolean>
  /** What tells the master key that the data keys are wrapped with from any other (see masterKeyCheck). */
  masterKeyCheck(): Promise<Uint8Array>
  /** The last archive that was written of this installation; null: none was. */
  lastWritten(): Promise<WrittenArchive | null>
  noteWritten(archive: WrittenArchive): Promise<void>
  /** The archive that was, or is being, read into this installation; null: none. */
  reading(): Promise<ReadingArchive | null>
  noteReading(archive: ReadingArchive): Promise<void>
  /** What was done last with each text that an admin brought from the catalogue, or removed. */
  sharedTexts(): Promise<readonly SharedText[]>
  noteSharedText(text: SharedText): Promise<void>
  /** Null: none was sent, or what came of it was dismissed. */
  mailTest(): Promise<MailTest | null>
  noteMailTest(test: MailTest): Promise<void>
  forgetMailTest(): Promise<void>
}
