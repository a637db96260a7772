import { allEvents } from '@pathlight/domain/all-events.ts'
import type { EventLog, Recorded } from '@pathlight/event-log/event-log.ts'
import { positionKey } from '@pathlight/event-log/position-key.ts'
import { type ReadModelStore, whatIsRead } from '@pathlight/read-models/read-model-store.ts'
import { type Chain, chained, digestOf } from './digest.ts'
import { audit } from './projection.ts'

/** What is different from what was: at a position of the log an event is another one, is gone, or was not there. */
export type Difference = { readonly position: bigint; readonly what: 'changed' | 'removed' | 'added' }

export type LogVerdict = {
  /** Events that were compared. */
  readonly events: number
  /** The first; null: nothing was altered. */
  readonly difference: Difference | null
  /** Of everything from the beginning on up to where the audit is; null where the walk began later. */
  readonly chain: Chain | null
  /** Whether the digest that was kept elsewhere is the one of its position; null: none was given, or the walk began later. */
  readonly sameKept: boolean | null
}

type Store = Pick<ReadModelStore, 'checkpoints' | 'generation'>

type VerifyOptions = {
  readonly log: Pick<EventLog, 'batches'>
  readonly store: Store
  /** Exclusive, and the position of an event; 0n: from the beginning. */
  readonly since: bigint
  /** It has aborted before the log is closed: what a closed log does not give out was not removed from it. */
  readonly signal: AbortSignal
  /** A digest that was kept elsewhere, and its position. */
  readonly kept?: { readonly position: bigint; readonly digest: string } | undefined
}

const PAGE = 1_000

/** What the audit has of an event. */
type Known = { readonly position: bigint; readonly digest: string }

/** The audit as it is now: where it ends, and its rows in the order of the log. Null: it is not made yet. */
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

/** One digest over the rows of the audit, for an operator to keep elsewhere. Null: there are none yet. Throws the signal's reason. */
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
 * Walks the log and compares each event with the digest that the audit has of it, up to where the audit is. Ends at the
 * first difference. Needs no key. Null: the audit is not made yet. An intruder who can alter the log may be able to alter
 * the audit, too: a digest that was kept elsewhere shows that. Throws the signal's reason where it ended too early.
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
