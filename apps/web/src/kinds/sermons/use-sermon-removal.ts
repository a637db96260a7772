import { useEffect, useEffectEvent, useState } from 'react'
import { pendingWrites } from '../../api/pending-writes.ts'
import { usePendingWrites } from '../../api/use-pending-writes.ts'
import { type SermonItem, sermonWrites } from './sermon-writes.ts'

type Outcome = {
  /** Called when the sermon is deleted. `write`: the key of the write, for the undo. */
  readonly onRemoved: (write: string) => void
  /**
   * Called if another device has changed the sermon. The sermon is not deleted before the person has seen the change.
   */
  readonly onConflict: (current: SermonItem) => void
  readonly onFailed: () => void
}

/**
 * Returns `remove`, which deletes a sermon, and `waits`: the deletion waits to be sent. The outcome is reported once.
 */
export const useSermonRemoval = (userId: string, outcome: Outcome) => {
  const [removing, setRemoving] = useState<string | null>(null)
  const state = usePendingWrites(sermonWrites, userId).find(({ key }) => key === removing)?.state
  useEffect(() => (removing ? pendingWrites.attend(removing) : undefined), [removing])
  const tell = useEffectEvent((key: string, decided: NonNullable<typeof state>) => {
    if (decided.status === 'saved') return outcome.onRemoved(key)
    if (decided.status !== 'conflict' && decided.status !== 'failed') return
    pendingWrites.drop(key)
    setRemoving(null)
    if (decided.status === 'conflict') outcome.onConflict(decided.current)
    else outcome.onFailed()
  })
  useEffect(() => {
    if (removing && state) tell(removing, state)
  }, [removing, state])
  return {
    waits: state?.status === 'waiting',
    remove: (base: SermonItem) => setRemoving(pendingWrites.add(sermonWrites, userId, { base, wanted: null })),
  }
}
