import { createHash } from 'node:crypto'
import type { Event } from '@event-driven-io/emmett'
import { reasonFor } from '@pathlight/contracts/refusal.ts'
import type { Aggregate, InStream } from '@pathlight/domain/aggregate.ts'
import type { Import } from '@pathlight/domain/item-kind.ts'
import { RuleBroken } from '@pathlight/domain/rule.ts'
import { type EventLog, InvalidEvent } from '@pathlight/event-log/event-log.ts'
import { ZodError } from 'zod'
import { nameBasedId } from '../event-id.ts'
import { handleCommand } from '../handle-command.ts'
import type { Kind, KindDependencies } from '../kind.ts'
import { refusePiledMarks } from '../refuse-piled-marks.ts'
import { type KnownTexts, knowingAll } from '../verse-place.ts'
import type { Writer } from '../writer.ts'
import { BAD_ENTRY, type Change, type Why } from './entry.ts'

type Item = {
  readonly id?: string
  readonly created_at?: string
  readonly updated_at?: string
  readonly revision: number
}
type ImportItem = Import<Item, Readonly<Record<string, unknown>>>
type AggregateOfAny = Aggregate<unknown, ImportItem, Event, Item>

/**
 * The outcome of a change or its preview. 'new': the item is written. 'same': the item exists already. 'different': the
 * item is stored as a copy. 'kept yours': the item is left out, and the person's own stays. 'refused': the item is not
 * valid.
 */
export type Taken =
  | { readonly outcome: 'new' | 'same' | 'different' }
  | { readonly outcome: 'refused' | 'kept yours'; readonly why: Why }

/**
 * Whether changes are previewed or written. `now`: the time of a change without a time, ISO 8601. Each try of an import
 * gets the same `now`, because a change with another time would count as another change. `importId` makes this import's
 * idempotency keys differ from those of other imports.
 */
export type Taking = {
  readonly log: EventLog
  readonly texts: KnownTexts
  readonly userId: string
  readonly now: string
} & (
  | { readonly writes: false }
  | {
      readonly writes: true
      readonly importId: string
      readonly writer: Omit<Writer, 'idempotencyKey' | 'ifMatch'>
      readonly identity: KindDependencies['identity']
    }
)

const UNCHANGED = new Set(['import_same', 'import_differs', 'import_other_history'])
const codeIn = (error: unknown): string | null => (error instanceof RuleBroken ? error.code : null)

/** The reason why an item is refused; null: the error is not about the item. */
const whyOf = (error: unknown): Why | null => {
  if (error instanceof RuleBroken) {
    const { code, message, params } = error
    return { code, why: message, ...(Object.keys(params).length > 0 && { params }) }
  }
  if (error instanceof ZodError) {
    const sentence = error.issues[0]?.message ?? ''
    const reason = reasonFor(sentence)
    if (reason !== null) return { code: reason.code, why: sentence, ...(reason.params && { params: reason.params }) }
    return BAD_ENTRY
  }
  if (error instanceof InvalidEvent)
    return { code: 'not_storable', why: 'The text contains characters that cannot be stored.' }
  return null
}

/**
 * A digest of an item without its times. Times may differ between two imports, because another app may not store them.
 */
const digestOf = (item: Item | null): string => {
  const { revision: _, created_at: __, updated_at: ___, ...words } = item ?? { revision: 0 }
  return createHash('sha256').update(JSON.stringify(words)).digest('base64url')
}

/** Decides the command without writing its event. */
const tryOut = async (log: EventLog, aggregate: AggregateOfAny, stream: string, command: ImportItem) => {
  const { events } = await log.readEnds(stream)
  const placed = events as readonly object[] as readonly InStream<Event>[]
  const decided = aggregate.decide(command, placed.reduce(aggregate.evolve, aggregate.initialState()))
  for (const event of [decided].flat()) refusePiledMarks(event)
}

const send = async (taking: Taking, kind: Kind, data: ImportItem['data'], item: Item | null): Promise<void> => {
  const { log, texts, userId } = taking
  const aggregate = kind.aggregate as AggregateOfAny
  const key = kind.item.keyOf(data.id)
  if (key === null) throw new RuleBroken('invalid', BAD_ENTRY.code, BAD_ENTRY.why)
  const stream = kind.item.streams.name(userId, key)
  const factsOf = kind.restoreFacts as ((item: Item, texts: KnownTexts) => object) | undefined
  const facts = () => (item === null ? {} : { ...factsOf?.(item, texts) })
  if (!taking.writes)
    return tryOut(log, aggregate, stream, { type: 'Import', data, metadata: { now: new Date(), ...facts() } })
  const { importId, writer, identity } = taking
  // The key contains a digest of the item, because a file may have two items with one id. The second is then stored as
  // a copy.
  const idempotencyKey = nameBasedId('import', importId, kind.item.kind, data.id, String(data.after), digestOf(item))
  const conditions = { ...writer, idempotencyKey, ifMatch: null }
  await handleCommand(log, aggregate, stream, conditions, { type: 'Import', data, facts })
  if (item !== null) await kind.written?.(userId, item as never, identity)
}

/**
 * Whether this import wrote the existing item. In an export an item's history comes before the item, so the import may
 * have written the item from its history.
 */
const isOurs = async (taking: Taking, kind: Kind, id: string): Promise<boolean> => {
  if (!taking.writes) return false
  const { events } = await taking.log.readEnds(kind.item.streams.name(taking.userId, kind.item.keyOf(id) ?? ''))
  return events.at(-1)?.metadata.correlationId === taking.writer.correlationId
}

/** The id of a copy. Equal words give the same id, so a copy is stored once. */
const besideId = (userId: string, id: string, item: Item): string => nameBasedId(userId, 'beside', id, digestOf(item))

/**
 * Imports a change, or previews it. An import changes no item of which the last event is not its own: an item that
 * differs is stored as a copy, or left out if its kind has no copies. Throws errors that are not about the change, such
 * as a full quota or a store that is away.
 */
export const takeChange = async (taking: Taking, kind: Kind, change: Change): Promise<Taken> => {
  const { userId } = taking
  // An export may come from a server with other versions. So every version counts as known here, and no item is lost.
  const texts = knowingAll(taking.texts)
  try {
    const item = change.item === null ? null : ((await kind.imported(change.item, { userId, ...texts })) as Item)
    const id = change.id ?? item?.id ?? 'me'
    const { action, after } = change
    const at = change.at ?? item?.updated_at ?? item?.created_at ?? taking.now
    const data = { userId, id, action, at, after, item }
    if (item?.id !== undefined && item.id !== id) return { outcome: 'refused', why: BAD_ENTRY }
    // A history goes on only where the item's last event is of this import.
    if (after !== null && after > 0 && taking.writes && !(await isOurs(taking, kind, id))) return { outcome: 'same' }
    try {
      await send(taking, kind, data, item)
      return { outcome: 'new' }
    } catch (error) {
      const code = codeIn(error)
      if (code === null || !UNCHANGED.has(code)) throw error
      // A history that cannot continue here is skipped. The item itself follows later in the file, and is compared
      // then.
      if (after !== null || item === null) return { outcome: 'same' }
      if (code === 'import_same') return { outcome: (await isOurs(taking, kind, id)) ? 'new' : 'same' }
      if (!kind.keptBeside) return { outcome: 'kept yours', why: whyOf(error) as Why }
    }
    const beside = { ...item, id: besideId(userId, id, item) } as Item & { readonly id: string }
    try {
      await send(taking, kind, { ...data, id: beside.id, item: beside }, beside)
      return { outcome: 'different' }
    } catch (error) {
      const code = codeIn(error)
      if (code === null || !UNCHANGED.has(code)) throw error
      return { outcome: 'same' }
    }
  } catch (error) {
    const why = whyOf(error)
    if (why === null) throw error
    return { outcome: 'refused', why }
  }
}
