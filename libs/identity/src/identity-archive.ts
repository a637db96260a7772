/** What a field of a row is: bytes stand in it as base64, times as ISO 8601 (UTC), `json` as any JSON, `texts` as a list. */
export type FieldKind = 'text' | 'whole' | 'flag' | 'time' | 'bytes' | 'texts' | 'json'

/** A row as an archive keeps it, whichever engine it is of. A field that the engine has no value for is null. */
export type ArchivedRow = Readonly<Record<string, unknown>>

type Part = {
  /** Every field there is: what is not listed would be lost. Names as MongoDB has them; PostgreSQL's are the same in snake_case. */
  readonly fields: Readonly<Record<string, FieldKind>>
  /** By which fields a row is known. */
  readonly key: readonly string[]
}

type Fields = Readonly<Record<string, FieldKind>>

const USER = {
  username: 'text',
  email: 'text',
  usernameKey: 'text',
  emailKey: 'text',
  passwordHash: 'text',
  language: 'text',
  createdAt: 'time',
  wrappedDataKey: 'bytes',
  generation: 'whole',
  resetBy: 'text',
  emailVerifiedAt: 'time',
  newEmail: 'text',
  newEmailUntil: 'time',
  previousEmail: 'text',
  previousEmailKey: 'text',
  previousEmailUntil: 'time',
  adminBy: 'text',
  lockedAt: 'time',
  looksByMail: 'flag',
  closedAt: 'time',
} as const satisfies Fields
const DEVICE = {
  userId: 'text',
  label: 'text',
  firstSeenAt: 'time',
  lastSeenAt: 'time',
  endedAt: 'time',
} as const satisfies Fields
const ADDRESS = {
  userId: 'text',
  seenAt: 'time',
} as const satisfies Fields
const COUNT = { count: 'whole', until: 'time', by: 'texts' } as const satisfies Fields
const MESSAGE = { wrappedDataKey: 'bytes', sealed: 'text', keptAt: 'time' } as const satisfies Fields
const IMPORT = { userId: 'text', state: 'json', begunAt: 'time' } as const satisfies Fields
const IMPORT_PIECE = { importId: 'text', userId: 'text', piece: 'bytes', keptAt: 'time' } as const satisfies Fields

/** The parts of identity that an archive holds, each with its fields. Sessions and mailed links are in none: what was ended since must stay ended. */
export const IDENTITY_PARTS = {
  imports: { fields: { id: 'text', ...IMPORT }, key: ['id'] },
  import_pieces: { fields: { number: 'whole', ...IMPORT_PIECE }, key: ['importId', 'number'] },
  devices: { fields: { id: 'text', ...DEVICE }, key: ['id'] },
  addresses: { fields: { addressHash: 'bytes', ...ADDRESS }, key: ['userId', 'addressHash'] },
  counts: { fields: { name: 'text', ...COUNT }, key: ['name'] },
  messages: { fields: { id: 'text', ...MESSAGE }, key: ['id'] },
  users: { fields: { id: 'text', ...USER }, key: ['id'] },
} as const satisfies Readonly<Record<string, Part>>

/** Rows that are read, or written, at once. */
export const ROWS = 500

export type IdentityPart = keyof typeof IDENTITY_PARTS

/** The fields of a part, with what each is. */
export const fieldsOf = (part: IdentityPart): readonly (readonly [name: string, kind: FieldKind])[] =>
  Object.entries(IDENTITY_PARTS[part].fields)

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

/**
 * Identity as archives know it: every row as stored, but with the data keys wrapped by the master key, and what is remembered of archives. Throws
 * StoreUnavailable (libs/stores) when the store cannot be reached.
 */
export interface IdentityArchive {
  /** Every row of a part, a few hundred at a time. A row that comes twice counts as it is the second time. */
  rows(part: IdentityPart): AsyncIterable<readonly ArchivedRow[]>
  /** Stores rows; one that is there under the same key is replaced. `users` come first: PostgreSQL lets no row be of an unknown user. */
  put(part: IdentityPart, rows: readonly ArchivedRow[]): Promise<void>
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
}
