import type { Item, WriteKind } from '../../api/pending-write.ts'
import { pendingWrites } from '../../api/pending-writes.ts'

/**
 * Reports, once, what became of a write whose editor has closed: it is saved, or waits to be sent. app/write-watch.tsx reports
 * refusals.
 */
export const sayOutcome = <I extends Item>(
  { name }: WriteKind<I>,
  userId: string,
  key: string,
  tell: (status: 'saved' | 'waiting') => void,
): void => {
  const look = () => {
    const state = pendingWrites.of<I>(name, userId).find((write) => write.key === key)?.state
    // A write that was not tried yet has no outcome.
    if (state?.status === 'sending' || (state?.status === 'waiting' && state.tries === 0)) return
    end()
    if (state?.status === 'saved' || state?.status === 'waiting') tell(state.status)
  }
  const end = pendingWrites.subscribe(look)
}
