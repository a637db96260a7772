import { allEvents } from '@pathlight/domain/all-events.ts'
import type { EventLog, Recorded } from '@pathlight/event-log/event-log.ts'
import { positionKey } from '@pathlight/event-log/position-key.ts'
import { type ReadModelStore, whatIsRead } from '@pathlight/read-models/read-model-store.ts'
import { type Chain, chained, digestOf } from './digest.ts'
import { audit } from './projection.ts'

/** A difference: at this position of the log an event was changed, removed or added. */
export type Difference = { readonly position: bigint; readonly what: 'changed' | 'removed' | 'added' }

export type LogVerdict = {
  /** The number of compared events. */
  readonly events: number
  /** The first difference; null: none was found. */
  readonly difference: Difference | null
  /**
   * The chain from the beginning of the log to the end of the audit; null: the check began after the log's first event,
   * found a difference, or found no event.
   */
  readonly chain: Chain | null
  /**
   * Whether the chain has the operator's digest (VerifyOptions.kept) at the position of that digest; null: the operator
   * gave no digest, the check began after the log's first event, or it found a difference.
   */
  readonly sameKept: boolean | null
}

type Store = Pick<ReadModelStore, 'checkpoints' | 'generation'>

type VerifyOptions = {
  readonly log: Pick<EventLog, 'batches'>
  readonly store: Store
  /** The check begins after the event at this position; 0n: it begins with the first event. */
  readonly since: bigint
  /** Must abort before the log is closed. Otherwise events that a closed log does not return would look removed. */
  readonly signal: AbortSignal
  /** A digest that the operator stored elsewhere, and its position. */
  readonly kept?: { readonly position: bigint; readonly digest: string } | undefined
}

const PAGE = 1_000

/** An event as the audit recorded it. */
type Known = { readonly position: bigint; readonly digest: string }

/** Opens the audit's rows in the order of the log, up to the position `until`. Null: the audit is not built yet. */
const openRows = async (store: Store, signal: AbortSignal) => {
  const checkpoint = whatIsRead(await store.checkpoints()).get(audit.name)
  if (checkpoint === undefined) return null
  const generation = store.generation(audit, checkpoint.generation)
  async function* rowsAfter(since: bigint, until: bigint): AsyncGenerator<Known> {
    for (let after = positionKey(since); ; ) {
      signal.throwIfAborted()
      const page = await generation.page(after, PAGE)
      for (const { id, doc } of page) {
        after = id
        if (BigInt(id) > until) return
        if (doc !== null) yield { position: BigInt(id), digest: doc.digest }
      }
      if (page.length < PAGE) return
    }
  }
  return { until: checkpoint.position, rowsAfter }
}

/**
 * One digest over the rows of the audit, which the operator can store elsewhere. Null: there are no rows yet. Throws
 * the signal's reason if the signal aborts.
 */
export async function digestOfAudit(store: Store, signal: AbortSignal): Promise<Chain | null> {
  const rows = await openRows(store, signal)
  let chain: Chain | null = null
  if (rows !== null)
    for await (const { position, digest } of rows.rowsAfter(0n, rows.until)) chain = chained(chain, position, digest)
  return chain
}

async function* eventsOf({ log, since, signal }: VerifyOptions, until: bigint): AsyncGenerator<Recorded> {
  for await (const { events } of log.batches({ after: since, live: false, until, alsoUnreadable: true }))
    for (const event of events) if (Object.hasOwn(allEvents, event.type)) yield event
  signal.throwIfAborted()
}

/**
 * Compares each event of the log, up to the end of the audit, with its digest in the audit. Ends at the first
 * difference, and needs no key. Null: the audit is not built yet. An intruder may alter both the log and the audit:
 * `kept`, a digest that the operator stored elsewhere, shows that. Throws the signal's reason if the signal aborts.
 */
export async function verifyLog(options: VerifyOptions): Promise<LogVerdict | null> {
  const { store, since, kept, signal } = options
  const rows = await openRows(store, signal)
  if (rows === null) return null
  const { until } = rows
  const known = rows.rowsAfter(since, until)

  let chain: Chain | null = null
  let keptIs: string | null = null
  let events = 0
  const differs = (position: bigint, what: Difference['what']): LogVerdict => ({
    events,
    difference: { position, what },
    chain: null,
    sameKept: null,
  })
  for await (const event of eventsOf(options, until)) {
    const position = event.metadata.globalPosition
    const next = await known.next()
    if (next.done || next.value.position > position) return differs(position, 'added')
    if (next.value.position < position) return differs(next.value.position, 'removed')
    const digest = digestOf(event)
    if (next.value.digest !== digest) return differs(position, 'changed')
    events += 1
    if (since === 0n) chain = chained(chain, position, digest)
    if (position === kept?.position) keptIs = chain?.digest ?? null
  }
  const left = await known.next()
  if (!left.done) return differs(left.value.position, 'removed')
  return {
    events,
    difference: null,
    chain,
    sameKept: since === 0n && kept !== undefined ? keptIs === kept.digest : null,
  }
}
