import type { KindName } from './kinds.ts'

/**
 * A row of an archive, with the same form for both engines: bytes as base64, times as ISO 8601 (UTC), null for a field
 * without a value.
 */
export type ArchivedRow = Readonly<Record<string, unknown>>

/**
 * The kinds in an archive. Sessions, mailed links, challenges, tokens, invitations and shares are among those left out,
 * so that a restore revives none that ended since.
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

/** An archive that this installation has written. */
export type WrittenArchive = {
  /** The time at which the whole file was on disk: ISO 8601, UTC. */
  readonly writtenAt: string
  /** The file's name, without its folder. */
  readonly name: string
  readonly events: number
  readonly bytes: number
}

/** An archive that was restored into this installation, or is being restored. */
export type ReadingArchive = {
  readonly id: string
  readonly name: string
  readonly begunAt: string
  /** Null until the restore is finished. */
  readonly readAt: string | null
}

/**
 * An admin's last action on a text of the open catalogue. Every machine of the installation repeats the action in its
 * own Bible library. The action is stored with the accounts, because it must outlive the machine.
 */
export type SharedText = {
  readonly code: string
  /** The text's name in the catalogue, or the code that the admin typed. */
  readonly wanted: string
  /** False if the admin removed the text. */
  readonly isHere: boolean
  /** The time of the action: ISO 8601, UTC. */
  readonly at: string
}

/** The outcome of an admin's last test mail. */
export type MailTest = {
  readonly id: string
  /** The time of the outcome: ISO 8601, UTC. */
  readonly at: string
  /** The mail server's error, without addresses; null if the mail was sent. */
  readonly why: string | null
}

/**
 * The identity store for archives: all stored rows, with the data keys wrapped by the master key, and records about
 * archives. Throws StoreUnavailable (libs/stores) if the store cannot be reached.
 */
export interface IdentityArchive {
  /** All rows of a kind, at most a few hundred at a time. If a row comes twice, the second one counts. */
  rows(kind: ArchivedKind): AsyncIterable<readonly ArchivedRow[]>
  /**
   * Stores rows, and replaces rows with the same key. `users` must come first, because PostgreSQL refuses rows of an
   * unknown user.
   */
  put(kind: ArchivedKind, rows: readonly ArchivedRow[]): Promise<void>
  /** Whether the store has no account, open or closed. */
  isEmpty(): Promise<boolean>
  /** The stored check value of the master key. */
  masterKeyCheck(): Promise<Uint8Array>
  /** The newest archive of this installation; null if there is none. */
  lastWritten(): Promise<WrittenArchive | null>
  noteWritten(archive: WrittenArchive): Promise<void>
  /**
   * The folder of the last schedule of archives that an admin ended. Null if that schedule named no folder, if the
   * operator ended a schedule since, or if none ended.
   */
  lastFolder(): Promise<string | null>
  noteFolder(folder: string | null): Promise<void>
  /** The archive that was restored into this installation, or is being restored. Null if there is none. */
  reading(): Promise<ReadingArchive | null>
  noteReading(archive: ReadingArchive): Promise<void>
  /** The last action of an admin on each text of the open catalogue. */
  sharedTexts(): Promise<readonly SharedText[]>
  noteSharedText(text: SharedText): Promise<void>
  /** The last test mail of this admin; null if they sent none, or dismissed its outcome. */
  mailTest(adminId: string): Promise<MailTest | null>
  noteMailTest(adminId: string, test: MailTest): Promise<void>
  /** Dismisses the outcome of this test mail, and of no newer one. */
  dismissMailTest(adminId: string, id: string): Promise<void>
}
