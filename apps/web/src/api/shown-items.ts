import type { Item, PendingWrite } from './pending-write.ts'
import { hasReached } from './position.ts'

/** Whether to show the write over what was served at `at`: it is on its way, or was saved after that. */
export const isToBeSeen = <I extends Item>({ state }: PendingWrite<I>, at: string): boolean =>
  state.status === 'waiting' || state.status === 'sending' || (state.status === 'saved' && !hasReached(at, state.at))

/**
 * What is shown: the items as the server gave them, with the writes that it may not have had yet. A refused write is
 * not shown: what it changed is as it was. `belongs` says whether an item is of this list (`known`: whether it was so
 * far); new ones come last. The same array where there is nothing to change.
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
    // What only the list says of it (where another version shows it) stays.
    return change === null || !belongs(change, true) ? [] : [{ ...item, ...change }]
  })
  for (const [id, item] of changes) if (item && !known.has(id) && belongs(item, false)) shown.push(item)
  return shown
}
