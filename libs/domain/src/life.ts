import type { Event } from '@event-driven-io/emmett'
import { type InStream, inStream } from './aggregate.ts'
import { importDiffers, importedAlready, otherHistory } from './item-kind.ts'
import { RuleBroken, type RuleKind } from './rule.ts'

/**
 * The state of one item in its own stream. `revision`: the position of its last event. A removed item stays in the
 * state.
 */
export type Life<Item> =
  | { readonly status: 'none' }
  | { readonly status: 'there' | 'removed'; readonly item: Item; readonly revision: number }

export const noLife = { status: 'none' } as const

/** The state after an event. `itemAfter`: the kind's mapping from events to items, which returns null for a removal. */
export const evolveLife =
  <Item, E extends Event>(itemAfter: (item: Item | null, event: InStream<E>) => Item | null) =>
  (state: Life<Item>, event: E): Life<Item> => {
    const placed = inStream(event, state.status === 'none' ? 0 : state.revision)
    const before = state.status === 'none' ? null : state.item
    const revision = Number(placed.metadata.streamPosition)
    const item = itemAfter(before, placed)
    if (item !== null) return { status: 'there', item, revision }
    return before === null ? state : { status: 'removed', item: before, revision }
  }

/** The present item. Null if it was never added, or was removed. */
export const livingItem = <Item>(state: Life<Item>): Item | null => (state.status === 'there' ? state.item : null)

/**
 * Checks that an imported change can be applied. With `after`, the item must have that revision. Without it, the item
 * must not exist. An edit of an item that does not exist passes: the caller adds or restores the item. Throws
 * import_same, import_differs or import_other_history.
 */
export const checkImport = <Item>(
  state: Life<Item>,
  { after, item }: { readonly after: number | null; readonly item: Item | null },
  isSame: (there: Item, item: Item) => boolean,
): void => {
  if (after !== null && (state.status === 'none' ? 0 : state.revision) !== after) throw otherHistory()
  if (after === null && state.status === 'there')
    throw item !== null && isSame(state.item, item) ? importedAlready() : importDiffers()
  // Only an existing item can be removed.
  if (item === null && state.status !== 'there') throw otherHistory()
}

/** The refusal of a change that would change nothing. */
export const alreadySo = (
  code = 'already_current',
  message = 'It is already like this.',
  kind: RuleKind = 'conflict',
) => new RuleBroken(kind, code, message)
