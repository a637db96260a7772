import { hash } from 'node:crypto'
import type { HistoryKind } from '@pathlight/contracts/kind-rules.ts'
import type { Recorded } from '@pathlight/event-log/event-log.ts'
import type { AnyProjection, Projection } from '@pathlight/read-models/projection.ts'
import type { Collection, Document } from '@pathlight/read-models/read-model-store.ts'
import type { Kind } from '../kind.ts'
import { kinds } from '../kinds.ts'
import type { Listed } from '../list-page.ts'
import { factsOf } from './facts.ts'
import type { Searched } from './searched.ts'

/** Into so many packs a person's items are put. More of them make a write cheaper, and fewer make a search quicker. */
export const PARTS = 128
/** A longer text is left out, in UTF-16 units: each write to a pack writes all of it. The item's own document has the text. */
const LONGEST_TEXT = 1_000
/** Characters of one person's writing that a search keeps. Who has more is searched by their documents, and needs no packs. */
export const ONE_LENGTH = 6_000_000
/** What an item takes besides its text. */
const ENTRY_LENGTH = 300
/** A pack that is longer holds nothing any more: items are put into packs by chance, so some have half as much again as others. */
const PACK_LENGTH = (1.5 * ONE_LENGTH) / PARTS
/** Packs that are read at once. */
const SLICE = 64

/** An item by what a search finds it. */
type PackedItem = {
  readonly kind: HistoryKind
  readonly id: string
  readonly list_key: string
  readonly color: string | null
  /** In milliseconds since 1970. */
  readonly changed_at: number
  /** In English; null: it stands nowhere. */
  readonly book: string | null
  /** As `hasWords` takes it; null: it is too long for a pack. */
  readonly text: string | null
}
/** Some of a person's items, sealed as one: to open a pack takes no longer than to open one of them. */
export type Pack = {
  readonly user_id: string
  readonly part: number
  readonly items: readonly PackedItem[]
  /** There were more items than a pack holds: from then on it holds none, and no write has to write them all again. */
  readonly isFull?: true
}

/** How long what is known of an item is, in characters. */
export const lengthOf = ({ text }: { readonly text: string | null }): number => (text?.length ?? 0) + ENTRY_LENGTH

/** The pack of an item. */
export const partOf = (kind: HistoryKind, id: string): number =>
  (hash('sha256', `${kind} ${id}`, 'buffer')[0] ?? 0) % PARTS

/** What a pack keeps of an item. */
export const packedItem = (kind: HistoryKind, searched: Searched, document: Document & Listed): PackedItem => {
  const { color, changedAt, book, text } = factsOf(searched, document)
  const isLong = text.length > LONGEST_TEXT
  const { list_key } = document
  return { kind, id: String(document.id), list_key, color, changed_at: changedAt, book, text: isLong ? null : text }
}

type Packing = { readonly kind: Kind; readonly searched: Searched; readonly projection: AnyProjection }
/** By the type of an event: the kind whose items it changes, and the projection that makes its documents. */
const byType: ReadonlyMap<string, Packing> = new Map(
  kinds.flatMap((kind) => {
    const { searched, whole } = kind
    const projection = kind.projections.find(({ name }) => name === whole?.model.name)
    if (!searched || !projection) return []
    return projection.handles.map((type): [string, Packing] => [type, { kind, searched, projection }])
  }),
)
const packingOf = (event: Recorded): Packing => {
  const packing = byType.get(event.type)
  if (!packing) throw new Error(`${event.type} is of no kind that is searched`)
  return packing
}

/** All that a person wrote, by what it is found: a few packs, so that a search need not open each document. */
export const packs: Projection<Pack, Recorded> = {
  name: 'writing_packs',
  version: 3,
  personal: ['items'],
  indexes: [['user_id', 'part']],
  handles: [...byType.keys()],
  ids: (event) => {
    const { item } = packingOf(event).kind
    return `${event.metadata.userId}.${partOf(item.kind, item.idOf(event))}`
  },
  evolve: (pack, event) => {
    if (pack?.isFull) return pack
    const { kind, searched, projection } = packingOf(event)
    const { kind: name } = kind.item
    const id = kind.item.idOf(event)
    const items = pack?.items ?? []
    const before = items.find((one) => one.kind === name && one.id === id)
    // What the kind's own projection reads of the document before: where it stands, in the list and in the Bible.
    const known = before ? { id, list_key: before.list_key, ...kind.passageOf(event) } : null
    const document = projection.removes?.includes(event.type) ? null : projection.evolve(known, event as never, id)
    if (!before && !document) return pack
    const others = items.filter((one) => one !== before)
    const all = document ? [...others, packedItem(name, searched, document as Document & Listed)] : others
    if (all.length === 0) return null
    const isFull = all.reduce((sum, one) => sum + lengthOf(one), 0) > PACK_LENGTH
    const place = { user_id: event.metadata.userId, part: partOf(name, id) }
    return isFull ? { ...place, items: [], isFull } : { ...place, items: all }
  },
}

/** The packs of a person, some at a time. */
export async function* packsOf(documents: Collection<Pack>, userId: string) {
  const after = (part: number) =>
    documents.find({ where: { user_id: userId, part: { gt: part } }, sort: [['part', 'asc']], limit: SLICE })
  for (let coming = after(-1); ; ) {
    const found = await coming
    const last = found.at(-1)?.part
    const isLast = found.length < SLICE || last === undefined || last === PARTS - 1
    if (!isLast) {
      coming = after(last)
      // If that fails, the error is met when the slice is asked for.
      coming.catch(() => undefined)
    }
    yield found
    if (isLast) return
  }
}
