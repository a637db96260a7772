import { itemsOnWire } from '@pathlight/contracts/kind-shapes.ts'
import { CARRIED_ITEM_MAX } from '@pathlight/contracts/sync.ts'
import { asShown } from '@pathlight/domain/item-kind.ts'
import type { ReadModelStore } from '@pathlight/read-models/read-model-store.ts'
import type { ChangeDocument } from '../changes.ts'
import { kinds } from '../kinds.ts'

/** How long a message waits for the item's read model, in milliseconds. */
const WAITED_MS = 500

type Item = Readonly<Record<string, unknown>>

/**
 * Makes a function that reads the present item for the message about the item's change. null: the item was removed;
 * undefined: the message goes without the item, and the client requests the item.
 */
export const carriedItem = (readModels: ReadModelStore) => {
  const byKind = new Map(
    kinds.flatMap(({ item, whole }) =>
      whole ? [[item.kind, { item, model: whole.model, documents: readModels.collection(whole.model) }] as const] : [],
    ),
  )
  return async (change: ChangeDocument): Promise<Item | null | undefined> => {
    const { user_id: userId, position, kind, item_id: id, action, revision } = change
    const of = byKind.get(kind)
    if (of === undefined || kind === 'settings') return undefined
    // The item's read model has its own checkpoint, so it may not have the change yet.
    if (!(await readModels.waitFor(BigInt(position), WAITED_MS, [of.model]))) return undefined
    const found = await of.documents.get(`${userId}.${id}`)
    if (found === null) return action === 'removed' ? null : undefined
    if (Number(found.revision) < revision) return undefined
    const whole: Item = asShown(of.item, found)
    const fields = Object.keys(itemsOnWire[kind].shape).filter((field) => field in whole)
    const item = Object.fromEntries(fields.map((field) => [field, whole[field]]))
    return JSON.stringify(item).length > CARRIED_ITEM_MAX ? undefined : item
  }
}
