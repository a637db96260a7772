import type { Item, WriteKind } from '../../api/pending-write.ts'
import { pendingWrites } from '../../api/pending-writes.ts'

/**
 * Reports once the outcome of a write after its editor has closed: saved, or not answered yet. The page itself reports refusals
 * (app/write-watch.tsx).
 */
export const sayOutcome = <I extends Item>(
  { name }: WriteKind<I>,
  userId: string,
  key: string,
  tell: (status: 'saved' | 'waiting') => void,
): void => {
  const look = () => {
    const state = pendingWrites.of<I>(name, userId).find((write) => write.key === key)?.state
    // An untried write waits for its turn.
    if (state?.status === 'sending' || (state?.status === 'waiting' && state.tries === 0)) return
    end()
    if (state?.status === 'saved' || state?.status === 'waiting') tell(state.status)
  }
  const end = pendingWrites.subscribe(look)
}
