import { hash } from 'node:crypto'
import { allEvents } from '@pathlight/domain/all-events.ts'
import { canonicalJson } from '@pathlight/event-log/canonical-json.ts'
import type { Recorded } from '@pathlight/event-log/event-log.ts'
import type { Projection } from '@pathlight/read-models/projection.ts'

const sha256 = (text: string): string => hash('sha256', text, 'hex')

/** Two read models want the digest of the same event. */
const known = new WeakMap<Recorded, string>()

/**
 * SHA-256, as hex, of an event as the store has it: its place, its metadata and its data, still sealed. It needs no key, and an event
 * that is changed, or stands at another position, has another digest.
 */
export const digestOf = (event: Recorded): string => {
  const before = known.get(event)
  if (before !== undefined) return before
  const { type, metadata, data, stored = data } = event
  const digest = sha256(canonicalJson([type, metadata, stored]))
  known.set(event, digest)
  return digest
}

/** What all events up to a position come to. */
export type Chain = {
  /** Of the last of them, a decimal number. */
  readonly position: string
  readonly events: number
  /** SHA-256, as hex, of the digest before and that of the last event. */
  readonly digest: string
}
export const CHAIN_ID = 'all'
const BEGINNING: Chain = { position: '0', events: 0, digest: '' }

/** The chain with one more event. */
export const chained = (before: Chain | null, event: Recorded): Chain => {
  const { events, digest } = before ?? BEGINNING
  return {
    position: String(event.metadata.globalPosition),
    events: events + 1,
    digest: sha256(`${digest} ${digestOf(event)}`),
  }
}

/**
 * The digest over every event. An operator who keeps it elsewhere can prove later that nothing before it was altered.
 */
export const auditChain: Projection<Chain, Recorded> = {
  name: 'audit_chain',
  version: 1,
  outlivesPeople: true,
  handles: Object.keys(allEvents),
  ids: () => CHAIN_ID,
  evolve: chained,
}
