import { itemsOnWire } from '@pathlight/contracts/kind-shapes.ts'
import { CARRIED_ITEM_MAX } from '@pathlight/contracts/sync.ts'
import type { ReadModelStore } from '@pathlight/read-models/read-model-store.ts'
import type { ChangeDocument } from '../changes.ts'
import { kinds } from '../kinds.ts'

type Item = Readonly<Record<string, unknown>>

/** What a message about a change carries: the item as it is now; null: it was removed; undefined: it is to be asked for. */
export const carriedItem = (readModels: ReadModelStore) => {
  const byKind = new Map(
    kinds.flatMap(({ item: { kind }, whole }) => (whole ? [[kind, readModels.collection(whole.model)] as const] : [])),
  )
  return async (change: ChangeDocument): Promise<Item | null | undefined> => {
    const { user_id: userId, kind, item_id: id, action, revision } = change
    const found = await byKind.get(kind)?.get(`${userId}.${id}`)
    if (found === undefined || kind === 'settings') return undefined
    if (found === null) return action === 'removed' ? null : undefined
    // Each read model goes its own pace: this one may not have the change yet.
    if (Number(found.revision) < revision) return undefined
    const fields = Object.keys(itemsOnWire[kind].shape).filter((field) => field in found)
    const item = Object.fromEntries(fields.map((field) => [field, found[field]]))
    return JSON.stringify(item).length > CARRIED_ITEM_MAX ? undefined : item
  }
}
