import type { AnyItemKind } from '@pathlight/domain/item-kind.ts'
import type { Recorded } from '@pathlight/event-log/event-log.ts'
import type { Projection } from '@pathlight/read-models/projection.ts'
import type { Document } from '@pathlight/read-models/read-model-store.ts'
import { kinds } from '../kinds.ts'
import { type Listed, listKey } from '../list-page.ts'

type TaggedItemDocument = Document &
  Listed & { readonly kind: string; readonly item_id: string; readonly tags: readonly string[] }

const tagged = kinds.flatMap(({ item }) => (item.tagsOf ? [item] : []))
const byType = new Map<string, AnyItemKind>(
  tagged.flatMap((item) => Object.keys(item.events).map((type) => [type, item] as const)),
)
const kindOf = ({ type }: Recorded): AnyItemKind => byType.get(type) as AnyItemKind

/** One document for each item with tags, of every kind, to count tags and to find the items of a tag. */
export const taggedItems: Projection<TaggedItemDocument, Recorded> = {
  name: 'tagged_items',
  version: 1,
  personal: ['tags'],
  indexes: [['user_id', 'list_key']],
  handles: [...byType.keys()],
  removes: [...byType].flatMap(([type, { events }]) => (events[type]?.action === 'removed' ? [type] : [])),
  ids: (event) => {
    const item = kindOf(event)
    // A new item without tags has no document, so its event needs no reading of a document.
    if (item.events[event.type]?.action === 'added' && item.tagsOf?.(event).length === 0) return []
    return `${event.metadata.userId}.${item.kind}.${item.idOf(event)}`
  },
  evolve: (doc, event) => {
    const item = kindOf(event)
    const tags = item.tagsOf?.(event) ?? []
    if (tags.length === 0) return null
    const id = item.idOf(event)
    const { userId } = event.metadata
    return { user_id: String(userId), kind: item.kind, item_id: id, tags, list_key: listKey(doc, { id }, event) }
  },
}
