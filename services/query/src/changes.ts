import type { HistoryKind } from '@pathlight/contracts/kind-rules.ts'
import type { Action } from '@pathlight/domain/event-catalog.ts'
import type { Recorded } from '@pathlight/event-log/event-log.ts'
import type { AnyProjection, Projection } from '@pathlight/read-models/projection.ts'
import { DOCUMENT_ID, type ReadModelStore } from '@pathlight/read-models/read-model-store.ts'
import { findBook } from '@pathlight/scripture/books.ts'
import type { Kind } from './kind.ts'
import { kinds } from './kinds.ts'
import { keyOfPosition, type Listed } from './list-page.ts'
import type { WithPast } from './past-of-events.ts'

/** The longest document of a change, in characters. */
export const LONGEST_CHANGE = 1_500

/** One change that a person made. */
export type ChangeDocument = Listed & {
  /** The position in the log, a decimal number. */
  readonly position: string
  readonly at: string
  readonly kind: HistoryKind
  readonly item_id: string
  readonly action: Action
  readonly revision: number
  readonly device_id: string | null
  /** The passage in separate fields, so that changes can be found by book; null where the item has no passage. */
  readonly book_index: number | null
  readonly book: string | null
  readonly chapter: number | null
  readonly version: string | null
  readonly verse_id: number | null
  readonly end_verse_id: number | null
  /** The first words of the item, or of the removed item. */
  readonly excerpt: string
}
/** The removal of an item that has not come back. */
export type LastKnownDocument = ChangeDocument & { readonly removed: true }

type Known = { readonly kind: Kind; readonly action: Action }
const byType: ReadonlyMap<string, Known> = new Map(
  kinds.flatMap((kind) =>
    Object.entries(kind.item.events).map(([type, { action }]): [string, Known] => [type, { kind, action }]),
  ),
)

/** The id of an item's LastKnownDocument. The id contains the owner, so nobody finds another person's item by it. */
export const lastKnownId = (userId: string, kind: string, itemId: string): string => `${userId}.${kind}.${itemId}`

const knownOf = (event: Recorded): Known => {
  const known = byType.get(event.type)
  if (!known) throw new Error(`${event.type} is of no kind of item`)
  return known
}

const NOWHERE = { book: null, chapter: null, version: null, verse_id: null, end_verse_id: null } as const

const changeOf = (event: Recorded & WithPast): ChangeDocument => {
  const { kind, action } = knownOf(event)
  const { globalPosition, streamPosition, deviceId, occurredAt, userId } = event.metadata
  const passage = kind.passageOf(event)
  return {
    user_id: userId,
    list_key: keyOfPosition(globalPosition, ''),
    position: String(globalPosition),
    at: occurredAt,
    kind: kind.item.kind,
    item_id: kind.item.idOf(event),
    action,
    revision: Number(streamPosition),
    device_id: deviceId,
    book_index: passage === null ? null : (findBook(passage.book)?.index ?? null),
    ...(passage ?? NOWHERE),
    excerpt: kind.excerptOf(event) ?? event.lastWords ?? '',
  }
}

/** One document for each event of an item. A person's documents are the history of all changes. */
export const changesModel: Projection<ChangeDocument, Recorded> = {
  name: 'changes',
  version: 5,
  personal: ['excerpt'],
  handles: [...byType.keys()],
  // A page may be limited to a kind, a device and a book. The index has these three fields, so the database fetches
  // only rows that match.
  indexes: [['user_id', 'list_key', DOCUMENT_ID, 'kind', 'device_id', 'book_index']],
  ids: ({ metadata }) => `${metadata.userId}.${metadata.globalPosition}`,
  evolve: (_doc, event) => changeOf(event),
}

const typesOf = (...actions: readonly Action[]): readonly string[] =>
  [...byType].filter(([, { action }]) => actions.includes(action)).map(([type]) => type)

/** One document for each item that is removed at present. */
export const lastKnownModel: Projection<LastKnownDocument, Recorded> = {
  name: 'last_known',
  version: 5,
  personal: ['excerpt'],
  handles: typesOf('removed', 'added', 'restored'),
  removes: typesOf('added', 'restored'),
  indexes: [['user_id', 'removed', 'list_key']],
  ids: (event) => {
    const { item } = knownOf(event).kind
    return lastKnownId(event.metadata.userId, item.kind, item.idOf(event))
  },
  evolve: (_doc, event) => ({ ...changeOf(event), removed: true }),
}

export const changes = changesModel as AnyProjection
export const lastKnown = lastKnownModel as AnyProjection

/**
 * Reads a person's changes after a position, oldest first. Answers at most `most` + 1 changes, so that the caller knows
 * whether there are more than `most`.
 */
export const changesSince = (readModels: ReadModelStore, most: number) => {
  const documents = readModels.collection(changesModel)
  return (userId: string, position: bigint): Promise<ChangeDocument[]> =>
    documents.find({
      where: { user_id: userId, list_key: { gt: keyOfPosition(position, '') } },
      sort: [['list_key', 'asc']],
      limit: most + 1,
    })
}
