import type { Item, WriteKind } from '../../api/pending-write.ts'
import { pendingWrites } from '../../api/pending-writes.ts'

/**
 * Tells once what became of a write whose editor has closed: the server has it, or gave no answer yet. What the server
 * refuses, the page says itself (app/write-watch.tsx).
 */
export const sayOutcome = <I extends Item>(
  { name }: WriteKind<I>,
  userId: string,
  key: string,
  tell: (status: 'saved' | 'waiting') => void,
): void => {
  const look = () => {
    const state = pendingWrites.of<I>(name, userId).find((write) => write.key === key)?.state
    // A write that has not been tried yet waits for its turn.
    if (state?.status === 'sending' || (state?.status === 'waiting' && state.tries === 0)) return
    end()
    if (state?.status === 'saved' || state?.status === 'waiting') tell(state.status)
  }
  const end = pendingWrites.subscribe(look)
}
