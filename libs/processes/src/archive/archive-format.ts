import { IDENTITY_PARTS, type IdentityPart } from '@pathlight/identity/identity-archive.ts'

/** docs/archive-format.md describes all of it. */
export const FORMAT = 'pathlight-archive'
/** Goes up when an older program could not read what is written. */
export const FORMAT_VERSION = 1

/** An archive is read in this order: what leads to events comes before them, what opens them comes after them. */
const BEFORE_EVENTS = ['imports', 'import_pieces'] as const satisfies readonly IdentityPart[]
export const IDENTITY_BEFORE_EVENTS: readonly IdentityPart[] = BEFORE_EVENTS
/** Users come last, so that each row that was read before has its user. */
export const IDENTITY_AFTER_EVENTS = (Object.keys(IDENTITY_PARTS) as IdentityPart[]).filter(
  (part) => !IDENTITY_BEFORE_EVENTS.includes(part),
)
export type PartName = 'archive' | 'reactions' | 'jobs' | 'events' | 'end' | IdentityPart
export const PART_ORDER: readonly PartName[] = [
  'archive',
  'reactions',
  'jobs',
  ...IDENTITY_BEFORE_EVENTS,
  'events',
  ...IDENTITY_AFTER_EVENTS,
  'end',
]

/** The row of the part `archive`. */
export type ArchiveHeader = {
  readonly format: string
  readonly version: number
  /** UUID of this archive. */
  readonly id: string
  readonly begunAt: string
  /** Identity of the log that the events are of. */
  readonly log: string
  /** Base64: what tells the master key that the keys are wrapped with from any other. */
  readonly masterKeyCheck: string
  /** Base64, only where the operator asked for it: the master key itself. */
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
/** The row of the part `end`: how many rows each part has. */
export type ArchiveEnd = { readonly writtenAt: string; readonly rows: Readonly<Partial<Record<PartName, number>>> }

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/
const NUMBER = /^[1-9]\d{0,18}$/
const isObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Whether this can be an event of a log. */
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
