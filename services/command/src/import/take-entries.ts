import type { HistoryKind } from '@pathlight/contracts/kind-rules.ts'
import pLimit from 'p-limit'
import type { Kind } from '../kind.ts'
import type { Quota } from '../quota.ts'
import type { Change, Entry } from './entry.ts'
import { placesInOrder } from './in-order.ts'
import { type Taking, takeChange } from './take-change.ts'
import { addTally, count, countRefused, newTally, type Tally } from './tally.ts'

/**
 * How many changes an import handles at the same time. The log appends their events in one batch. Measured: a call for
 * a chapter took 12 ms at p95 beside imports with 4 changes at once, and 16 ms with 16.
 */
const AT_ONCE = 4
/** `inGroups` ends a group of entries at LARGEST_GROUP entries, or earlier at GROUP_CHARACTERS characters. */
const LARGEST_GROUP = 4
const GROUP_CHARACTERS = 20_000

export type Kinds = ReadonlyMap<HistoryKind, Kind>

/** Roughly the length of an entry, in characters. */
const lengthOf = (entry: Entry): number => {
  let length = 100
  if ('refused' in entry) return length
  for (const { item } of entry.changes)
    for (const value of Object.values(item ?? {})) {
      if (typeof value === 'string') length += value.length
      else if (typeof value === 'object' && value !== null) length += JSON.stringify(value).length
    }
  return length
}

/** Yields the entries in groups that are imported together: up to LARGEST_GROUP entries, or fewer if they are long. */
export async function* inGroups(entries: AsyncIterable<Entry>): AsyncGenerator<readonly Entry[]> {
  let [group, length]: [Entry[], number] = [[], 0]
  for await (const entry of entries) {
    group.push(entry)
    length += lengthOf(entry)
    if (group.length < LARGEST_GROUP && length < GROUP_CHARACTERS) continue
    yield group
    ;[group, length] = [[], 0]
  }
  if (group.length > 0) yield group
}

/**
 * Imports the changes of one line, or previews them, and counts the outcomes. Throws errors that are not about the
 * entry.
 */
export const takeEntry = async (taking: Taking, kinds: Kinds, tally: Tally, entry: Entry): Promise<void> => {
  if ('refused' in entry) return countRefused(tally, entry.line, entry.kind, entry.refused)
  for (const change of entry.changes) {
    const kind = kinds.get(change.kind)
    if (kind) count(tally, entry.line, change, await takeChange(taking, kind, change))
  }
}

/** Waits for all of `works`. Rejects with the error of the first in the list that failed, if any did. */
const allOf = async (works: readonly (Promise<void> | undefined)[]): Promise<void> => {
  const failed = (await Promise.allSettled(works)).find(({ status }) => status === 'rejected')
  if (failed?.status === 'rejected') throw failed.reason
}

/** The stream of the item that a change names; null: its kind or id is not valid. */
const streamOf = (userId: string, kinds: Kinds, { kind, id, item }: Change): string | null => {
  const known = kinds.get(kind)?.item
  const key = known?.keyOf(String(id ?? item?.id ?? 'me')) ?? null
  return known && key !== null ? known.streams.name(userId, key) : null
}

/**
 * Imports a group of entries at the same time, and counts the outcome. Their events reach the log in the order of their
 * lines. Changes of one stream run one after another, because a change of an item's history needs the change before it.
 * A failure, for example of a store that is away, stops all changes that have not been sent to the log. `taken`: how
 * many entries come before the first entry that was not imported completely. `failed`: the error that stopped this
 * entry, and the line that raised the error, which may be a later line. `behind`: the outcomes of the entries after
 * `taken`. They count only if the import ends here, because the next try imports these entries again.
 */
export const takeEntries = async (
  taking: Taking & { readonly writes: true; readonly quota: Quota },
  kinds: Kinds,
  tally: Tally,
  entries: readonly Entry[],
): Promise<{
  readonly taken: number
  readonly failed: { readonly line: number; readonly error: unknown } | null
  readonly behind: Tally
}> => {
  const { log, userId, writer, quota } = taking
  const limit = pLimit(AT_ONCE)
  const lastOf = new Map<string, Promise<unknown>>()
  /** The failure that came first in time. It stops all changes that have not been sent to the log. */
  let first: { readonly line: number; readonly error: unknown } | null = null
  const mayGoOn = () => {
    if (first !== null) throw first.error
  }
  const nextPlace = placesInOrder(log, quota, mayGoOn)
  const take = (own: Tally, line: number, change: Change) => {
    const kind = kinds.get(change.kind)
    if (!kind) return
    const stream = streamOf(userId, kinds, change)
    const before = stream === null ? undefined : lastOf.get(stream)
    const place = nextPlace()
    const placed = { ...taking, log: place.log, writer: { ...writer, quota: place.quota } }
    // A change occupies a slot of `limit` while it waits for an earlier change. There is no deadlock, because each
    // earlier change has a slot already or has ended.
    const taken = limit(async () => {
      try {
        await before
        mayGoOn()
        count(own, line, change, await takeChange(placed, kind, change))
      } catch (error) {
        first ??= { line, error }
        throw error
      } finally {
        place.over()
      }
    })
    if (stream !== null) lastOf.set(stream, taken)
    return taken
  }
  const takings = entries.map((entry) => {
    const own = newTally()
    if ('refused' in entry) countRefused(own, entry.line, entry.kind, entry.refused)
    const changes = 'refused' in entry ? [] : entry.changes
    return { line: entry.line, own, taken: allOf(changes.map((change) => take(own, entry.line, change))) }
  })
  const outcomes = await Promise.allSettled(takings.map(({ taken }) => taken))
  const rejected = outcomes.findIndex(({ status }) => status === 'rejected')
  const taken = rejected === -1 ? takings.length : rejected
  for (const { own } of takings.slice(0, taken)) addTally(tally, own)
  const behind = newTally()
  for (const { own } of takings.slice(taken)) addTally(behind, own)
  const [outcome, { line = 0 } = {}] = [outcomes[taken], takings[taken]]
  if (outcome?.status !== 'rejected') return { taken, failed: null, behind }
  const stopping = first as { readonly line: number; readonly error: unknown } | null
  return { taken, failed: outcome.reason === stopping?.error ? stopping : { line, error: outcome.reason }, behind }
}
