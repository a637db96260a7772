import { useEffect, useReducer } from 'react'
import type { Any } from '../api/pending-write.ts'
import { pendingWrites } from '../api/pending-writes.ts'

/** A person's unsent writes, of all kinds, oldest first. */
export const useUnsent = (userId: string | undefined): readonly Any[] => {
  const [, look] = useReducer((turn: number) => turn + 1, 0)
  useEffect(() => {
    // Stored writes may have loaded between the render and this effect.
    look()
    return pendingWrites.subscribe(look)
  }, [])
  return userId === undefined ? [] : pendingWrites.unsent(userId)
}
