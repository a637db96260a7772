import { hash } from 'node:crypto'
import { canonicalJson } from '@pathlight/event-log/canonical-json.ts'
import type { Recorded } from '@pathlight/event-log/event-log.ts'

const sha256 = (text: string): string => hash('sha256', text, 'hex')

/**
 * The SHA-256, as hex, of an event's type, metadata and data. It needs no key, because personal data are taken as they
 * are stored: sealed. An event that is changed, or moved to another position, has another digest.
 */
export const digestOf = ({ type, metadata, data, stored = data }: Recorded): string =>
  sha256(canonicalJson([type, metadata, stored]))

/** One digest over all events up to a position. */
export type Chain = {
  /** The position of the last event, a decimal number. */
  readonly position: string
  readonly events: number
  /** SHA-256, as hex, of two digests: the chain's digest before the last event, and the last event's own digest. */
  readonly digest: string
}

/** The chain with one more event. `before` null: the event is the first. */
export const chained = (before: Chain | null, position: bigint, digest: string): Chain => ({
  position: String(position),
  events: (before?.events ?? 0) + 1,
  digest: sha256(`${before?.digest ?? ''} ${digest}`),
})
