import {
  type Batch,
  type BatchesOptions,
  FeedBroken,
  type LogEvent,
  lastPlace,
  type Recorded,
} from '@pathlight/event-log/event-log.ts'
import type { Projection } from '../src/projection.ts'

type Paid = { readonly type: 'Paid'; readonly data: { account: string; amount: number } }
type Moved = { readonly type: 'Moved'; readonly data: { from: string; to: string; amount: number } }
type Closed = { readonly type: 'Closed'; readonly data: { account: string } }
export type BankEvent = Paid | Moved | Closed
/** A document whose sum and count of events show whether an event was applied twice or not at all. */
export type Account = { account: string; sum: number; events: number; last: string }

/** A log in memory. As in some real logs, its positions are not consecutive: they are the multiples of 7. */
export class MemoryLog {
  readonly events: Recorded[] = []
  /** Feeds that are not live wait for this promise, if it is set (`hold`). */
  #gate: PromiseWithResolvers<void> | null = null
  /** Tells which events the feeds skip, as the sealed log skips events of a person whose key is gone. */
  passedOver: (event: Recorded) => boolean = () => false
  /**
   * Tells which events only a feed with `alsoUnreadable` delivers. It marks them as unreadable, as the sealed log does
   * for a person whose key is gone.
   */
  unreadable: (event: Recorded) => boolean = () => false
  readings = 0
  /**
   * The end of every new event's id. It grows when the log is set back, so that a new event at an old position has
   * another id.
   */
  #again = ''
  #waiting = new Set<() => void>()
  readonly #name: string

  constructor(name = 'test log') {
    this.#name = name
  }

  append(streamName: string, { type, data }: LogEvent, userId = 'user'): bigint {
    const globalPosition = BigInt(this.events.length + 1) * 7n
    const event = {
      type,
      data,
      metadata: { streamName, globalPosition, messageId: `${globalPosition}${this.#again}`, userId },
    }
    this.events.push(event as unknown as Recorded)
    for (const wake of this.#waiting) wake()
    return globalPosition
  }

  pay(account: string, amount = 1): bigint {
    return this.append(`account-${account}`, { type: 'Paid', data: { account, amount } })
  }

  /** Stops the feeds that are not live, until `letGo`. */
  hold(): void {
    this.#gate = Promise.withResolvers()
  }

  letGo(): void {
    this.#gate?.resolve()
  }

  jumble(count: number, seed = 1): void {
    for (const { stream, event } of jumbledEvents(count, seed)) this.append(stream, event)
  }

  async identity() {
    return this.#name
  }

  async head() {
    return this.events.at(-1)?.metadata.globalPosition ?? 0n
  }

  end = () => this.head()

  #idAt = (position: bigint): string | null => this.events[Number(position / 7n) - 1]?.metadata.messageId ?? null
  idAt = async (position: bigint) => this.#idAt(position)

  /** Shortens the log, as a restore of an older backup does. */
  setBack(count: number): void {
    this.events.length = count
    this.#again += ' again'
  }

  async *batches({
    after,
    size = 500,
    live,
    until,
    alsoUnreadable,
    signal,
    ...rest
  }: BatchesOptions): AsyncGenerator<Batch> {
    let { known = null } = rest
    this.readings++
    const tail = until === undefined ? this.events.length : Number(until / 7n)
    if (!live) await this.#gate?.promise
    let next = Number(after / 7n)
    while (!signal?.aborted) {
      const end = live ? this.events.length : tail
      if (known !== null && this.#idAt(known.position) !== known.id) throw new FeedBroken(known)
      if (next < end) {
        const events = this.events.slice(next, Math.min(next + size, end))
        next += events.length
        known = lastPlace(events) ?? known
        yield {
          events: events
            .filter((event) => !this.passedOver(event) && (alsoUnreadable || !this.unreadable(event)))
            .map((event) => (this.unreadable(event) ? { ...event, unreadable: true as const } : event)),
          position: BigInt(next) * 7n,
        }
      } else if (!live) {
        return
      } else {
        await new Promise<void>((resolve) => {
          this.#waiting.add(resolve)
          signal?.addEventListener('abort', () => resolve(), { once: true })
        })
      }
    }
  }
}

export type AccountsProjection = Projection<Account, BankEvent>

export function accountsProjection(name: string, changed: Partial<AccountsProjection> = {}): AccountsProjection {
  return {
    name,
    version: 1,
    indexes: [['sum']],
    handles: ['Paid', 'Moved', 'Closed'],
    ids: ({ data }) => ('account' in data ? data.account : [data.from, data.to]),
    evolve: (doc, event, id) => {
      if (event.type === 'Closed') return null
      const { data } = event
      const amount = 'account' in data ? data.amount : data.from === id ? -data.amount : data.amount
      return {
        account: id,
        sum: (doc?.sum ?? 0) + amount,
        events: (doc?.events ?? 0) + 1,
        last: event.metadata.messageId,
      }
    },
    ...changed,
  }
}

/** The expected documents in the order of their ids, computed without a runner. */
export function expectedAccounts(events: readonly Recorded[]): Account[] {
  const all = new Map<string, Account | null>()
  const { ids, evolve } = accountsProjection('expected')
  for (const event of events as readonly Recorded<BankEvent>[]) {
    const concerned = ids(event)
    for (const id of typeof concerned === 'string' ? [concerned] : new Set(concerned)) {
      all.set(id, evolve(all.get(id) ?? null, event, id))
    }
  }
  return [...all].sort(([a], [b]) => (a < b ? -1 : 1)).flatMap(([, doc]) => (doc === null ? [] : [doc]))
}

/** A repeatable series of whole numbers. Each is less than `below`. */
export function repeatable(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (state * 48_271) % 2_147_483_647
    return state % below
  }
}

/** A repeatable mixture of payments, transfers between two documents, closings and reopenings. */
export function jumbledEvents(count: number, seed: number): { stream: string; event: BankEvent }[] {
  const random = repeatable(seed)
  return Array.from({ length: count }, (_, i) => {
    const [account, to] = [`a${random(7)}`, `a${random(7)}`]
    const kind = random(12)
    const event: BankEvent =
      kind === 0
        ? { type: 'Closed', data: { account } }
        : kind < 5
          ? { type: 'Moved', data: { from: account, to, amount: i } }
          : { type: 'Paid', data: { account, amount: i } }
    return { stream: event.type === 'Moved' ? `transfer-${seed}-${i}` : `account-${account}`, event }
  })
}
