import type { Event } from '@event-driven-io/emmett'
import { type InStream, inStream } from './aggregate.ts'
import { importDiffers, importedAlready, otherHistory } from './item-kind.ts'
import { RuleBroken, type RuleKind } from './rule.ts'

/** The life of one item in a stream of its own. `revision`: of its last event. `removed` keeps the item as it was. */
export type Life<Item> =
  | { readonly status: 'none' }
  | { readonly status: 'there' | 'removed'; readonly item: Item; readonly revision: number }

export const noLife = { status: 'none' } as const

/** The life after an event, by the kind's one mapping from event to item (null: the event took the item away). */
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

/** The item there is; null when it was never there, or is no more. */
export const livingItem = <Item>(state: Life<Item>): Item | null => (state.status === 'there' ? state.item : null)

/**
 * Whether a change that was made elsewhere may be made on what there is here: with its history on the revision that it was made on,
 * without where nothing is. Throws import_same, import_differs, import_other_history.
 */
export const checkImport = <Item>(
  state: Life<Item>,
  { after, item }: { readonly after: number | null; readonly item: Item | null },
  isSame: (there: Item, item: Item) => boolean,
): void => {
  if (after !== null && (state.status === 'none' ? 0 : state.revision) !== after) throw otherHistory()
  if (after === null && state.status === 'there')
    throw item !== null && isSame(state.item, item) ? importedAlready() : importDiffers()
  // What is removed or edited must be there.
  if (item === null && state.status !== 'there') throw otherHistory()
}

/** The refusal to bring something back that is as it was then already. */
export const alreadySo = (
  code = 'already_current',
  message = 'It is already like this.',
  kind: RuleKind = 'conflict',
) => new RuleBroken(kind, code, message)
