import { allEvents } from '@pathlight/domain/all-events.ts'
import type { EventLog, Recorded } from '@pathlight/event-log/event-log.ts'
import { positionKey } from '@pathlight/event-log/position-key.ts'
import { type ReadModelStore, whatIsRead } from '@pathlight/read-models/read-model-store.ts'
import { auditChain, CHAIN_ID, type Chain, chained, digestOf } from './digest.ts'
import { type AuditDocument, audit } from './projection.ts'

/** What is different from what was: at a position of the log an event is another one, is gone, or was not there. */
export type Difference = { readonly position: bigint; readonly what: 'changed' | 'removed' | 'added' }

export type LogVerdict = {
  /** Events that were compared. */
  readonly events: number
  /** The first; null: nothing was altered. */
  readonly difference: Difference | null
  /** Of everything from the beginning on up to where the read models are; null where the walk began later. */
  readonly chain: Chain | null
  /** Whether the chain is the one that was made when the events were written; null where there is none to compare. */
  readonly sameChain: boolean | null
  /** Whether the digest that was kept elsewhere is the one of its position; null: none was given, or the walk began later. */
  readonly sameKept: boolean | null
}

type VerifyOptions = {
  readonly log: Pick<EventLog, 'batches'>
  readonly store: ReadModelStore
  /** Exclusive, and the position of an event; 0n: from the beginning. */
  readonly since: bigint
  /** It has aborted before the log is closed: what a closed log does not give out was not removed from it. */
  readonly signal: AbortSignal
  /** A digest that was kept elsewhere, and its position. */
  readonly kept?: { readonly position: bigint; readonly digest: string } | undefined
}

const PAGE = 1_000

type Known = { readonly position: bigint; readonly digest: string }

/** What the audit has, in the order of the log. */
async function* knownOf(
  page: (after: string, limit: number) => Promise<readonly { id: string; doc: AuditDocument | null }[]>,
  since: bigint,
  until: bigint,
): AsyncGenerator<Known> {
  for (let after = positionKey(since); ; ) {
    const found = await page(after, PAGE)
    for (const { id, doc } of found) {
      after = id
      if (BigInt(id) > until) return
      if (doc !== null) yield { position: BigInt(id), digest: doc.digest }
    }
    if (found.length < PAGE) return
  }
}

async function* eventsOf({ log, since, signal }: VerifyOptions, until: bigint): AsyncGenerator<Recorded> {
  for await (const { events } of log.batches({ after: since, live: false, until, alsoUnreadable: true }))
    for (const event of events) if (Object.hasOwn(allEvents, event.type)) yield event
  signal.throwIfAborted()
}

/**
 * Walks the log and compares each event with the digest that the audit has of it, up to where the read models are. Ends
 * at the first difference. Needs no key. Null: the audit is not made yet. An intruder who can alter the log may be able
 * to alter the audit, too: a digest that was kept elsewhere shows that. Throws the signal's reason where it ended too early.
 */
export async function verifyLog(options: VerifyOptions): Promise<LogVerdict | null> {
  const { store, since, kept } = options
  const read = whatIsRead(await store.checkpoints())
  const [of, chainOf] = [read.get(audit.name), read.get(auditChain.name)]
  if (!of || !chainOf) return null
  const made = await store.generation(auditChain, chainOf.generation).get(CHAIN_ID)
  const until = made === null ? chainOf.position : BigInt(made.position)
  // The audit may be behind, by a moment or because it cannot go on.
  if (of.position < until) return null
  const generation = store.generation(audit, of.generation)
  const known = knownOf((after, limit) => generation.page(after, limit), since, until)

  let chain: Chain | null = null
  let keptIs: string | null = null
  let events = 0
  const differs = (position: bigint, what: Difference['what']): LogVerdict => ({
    events,
    difference: { position, what },
    chain: null,
    sameChain: null,
    sameKept: null,
  })
  for await (const event of eventsOf(options, until)) {
    const position = event.metadata.globalPosition
    const next = await known.next()
    if (next.done || next.value.position > position) return differs(position, 'added')
    if (next.value.position < position) return differs(next.value.position, 'removed')
    if (next.value.digest !== digestOf(event)) return differs(position, 'changed')
    events += 1
    if (since === 0n) chain = chained(chain, event)
    if (position === kept?.position) keptIs = chain?.digest ?? null
  }
  const left = await known.next()
  if (!left.done) return differs(left.value.position, 'removed')
  const isWhole = since === 0n
  return {
    events,
    difference: null,
    chain,
    sameChain: isWhole && made !== null ? made.digest === chain?.digest : null,
    sameKept: isWhole && kept !== undefined ? keptIs === kept.digest : null,
  }
}
