import type { Item, WriteKind } from '../../api/pending-write.ts'
import { pendingWrites } from '../../api/pending-writes.ts'

/**
 * Reports the outcome of a write after its editor has closed, once: the write is saved, or waits to be sent.
 * app/write-watch.tsx reports refusals.
 */
export const sayOutcome = <I extends Item>(
  { name }: WriteKind<I>,
  userId: string,
  key: string,
  tell: (status: 'saved' | 'waiting') => void,
): void => {
  const look = () => {
    const state = pendingWrites.of<I>(name, userId).find((write) => write.key === key)?.state
    // A write that is being sent, or that was never tried, has no outcome yet.
    if (state?.status === 'sending' || (state?.status === 'waiting' && state.tries === 0)) return
    end()
    if (state?.status === 'saved' || state?.status === 'waiting') tell(state.status)
  }
  const end = pendingWrites.subscribe(look)
}
