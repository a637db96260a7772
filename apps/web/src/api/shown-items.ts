import type { Item, PendingWrite } from './pending-write.ts'
import { hasReached } from './position.ts'

/** Whether an answer of position `at` may lack the write: the write is open, or was saved after that position. */
export const isToBeSeen = <I extends Item>({ state }: PendingWrite<I>, at: string): boolean =>
  state.status === 'waiting' || state.status === 'sending' || (state.status === 'saved' && !hasReached(at, state.at))

/**
 * The items of an answer, with the writes applied that the answer may lack. A refused write is not applied. `belongs`
 * says whether an item is in this list; its argument `known` says whether the answer has the item. New items come last.
 * Returns `served` itself if nothing changes.
 */
export const shownItems = <I extends Item>(
  served: readonly I[],
  at: string,
  writes: readonly PendingWrite<I>[],
  belongs: (item: I, known: boolean) => boolean,
): readonly I[] => {
  const changes = new Map<string, I | null>()
  for (const write of writes)
    if (isToBeSeen(write, at))
      changes.set(write.itemId, write.state.status === 'saved' ? write.state.item : write.wanted)
  if (changes.size === 0) return served
  const known = new Set<string>()
  const shown = served.flatMap((item) => {
    known.add(item.id)
    const change = changes.get(item.id)
    if (change === undefined) return [item]
    // Keeps the fields that only the list has, such as an item's place in another version.
    return change === null || !belongs(change, true) ? [] : [{ ...item, ...change }]
  })
  for (const [id, item] of changes) if (item && !known.has(id) && belongs(item, false)) shown.push(item)
  return shown
}
