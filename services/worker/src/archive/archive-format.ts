import { createHmac } from 'node:crypto'
import { UUID } from '@pathlight/event-log/storable-events.ts'
import { ARCHIVED_KINDS, type ArchivedKind } from '@pathlight/identity/identity-archive.ts'

/** The format is described in docs/archive-format.md. */
export const FORMAT = 'pathlight-archive'
/**
 * The version of the archive format. It grows when older programs cannot read new archives. Version 2 added the
 * signature, and sealed accounts. Version 3 is JSON lines in one gzip. Version 4 added passkeys, second factors,
 * recovery codes and provider links.
 */
export const FORMAT_VERSION = 4

/** Parts that come before the events. Accounts with their keys come after the events. */
const BEFORE_EVENTS = ['imports', 'import_pieces'] as const satisfies readonly ArchivedKind[]
export const IDENTITY_BEFORE_EVENTS: readonly ArchivedKind[] = BEFORE_EVENTS
/**
 * The parts after the events. Users come last, because people sign up while an archive is written. The archive may then
 * have a user without the other rows, but not the other rows without their user.
 */
export const IDENTITY_AFTER_EVENTS: readonly ArchivedKind[] = ARCHIVED_KINDS.filter(
  (part) => !IDENTITY_BEFORE_EVENTS.includes(part),
)
/** Parts of archives of version 1 that are skipped. */
type NotRead = 'sessions' | 'reset_links' | 'email_links'
export type PartName = 'archive' | 'reactions' | 'jobs' | 'events' | 'end' | ArchivedKind | NotRead
export const PART_ORDER: readonly PartName[] = [
  'archive',
  'reactions',
  'jobs',
  ...IDENTITY_BEFORE_EVENTS,
  'events',
  'sessions',
  'devices',
  'addresses',
  'counts',
  'reset_links',
  'email_links',
  'messages',
  'passkeys',
  'totp',
  'recovery_codes',
  'provider_links',
  'users',
  'end',
]

/** Consecutive rows of one part. */
export type Section = {
  readonly part: PartName
  readonly rows: readonly unknown[]
  /** How many bytes of the file have been read. */
  readonly readBytes: number
  /** In the part `end`: a SHA-256 (hex) that covers all earlier rows. Other parts do not need the digest. */
  readonly digest: string
}

/** The row of the part `archive`. */
export type ArchiveHeader = {
  readonly format: string
  readonly version: number
  readonly id: string
  readonly begunAt: string
  /** The identity of the log that the events come from. */
  readonly log: string
  /** The check value, in base64, of the master key that wraps the people's keys. */
  readonly masterKeyCheck: string
  /** The master key itself, in base64. Absent unless the operator asked for it. */
  readonly masterKey?: string
}
export type ReactionRow = { readonly name: string; readonly position: string }
export type EventRow = {
  readonly position: string
  readonly stream: string
  readonly version: string
  readonly id: string
  readonly type: string
  readonly data: Readonly<Record<string, unknown>>
  readonly metadata: Readonly<Record<string, unknown>>
}
/**
 * The row of the part `end`. `rows`: the number of rows of each part. `digest`: SHA-256 (hex) of all earlier lines;
 * absent up to version 2. `signature`: hex; absent in version 1.
 */
export type ArchiveEnd = {
  readonly writtenAt: string
  readonly rows: Readonly<Partial<Record<PartName, number>>>
  readonly digest?: string
  readonly signature?: string
}

/** An installation that signs archives. */
export type Signer = {
  /** The check value of the installation's master key, in base64. */
  readonly check: string
  /** The secret that signs. It is derived from the master key, and used for archives only. */
  readonly secret: Uint8Array
}
export const SIGNATURE_USE = 'archive signature'

/**
 * HMAC-SHA256 over the digest of all rows before the end row, and over the end row. Nobody can compute it without the
 * master key.
 */
export const signatureOf = (secret: Uint8Array, digest: string, { writtenAt, rows }: ArchiveEnd): string =>
  createHmac('sha256', secret)
    .update(JSON.stringify([digest, writtenAt, Object.entries(rows)]))
    .digest('hex')

/** A short name of a master key, for people to compare: the first digits of its check value. */
export const keyName = (check: string): string =>
  Buffer.from(check, 'base64')
    .toString('hex')
    .slice(0, 16)
    .replace(/(.{4})(?!$)/g, '$1-')

const NUMBER = /^[1-9]\d{0,18}$/
const isObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

export const isEventRow = (row: unknown): row is EventRow => {
  if (!isObject(row)) return false
  const { position, stream, version, id, type, data, metadata } = row as Readonly<Record<string, unknown>>
  return (
    NUMBER.test(String(position)) &&
    NUMBER.test(String(version)) &&
    UUID.test(String(id)) &&
    typeof stream === 'string' &&
    typeof type === 'string' &&
    !/^($|\$)/.test(stream) &&
    !/^($|\$)/.test(type) &&
    isObject(data) &&
    isObject(metadata)
  )
}
