import type { TFunction } from 'i18next'
import type { Item, WriteKind } from '../api/pending-write.ts'
import { pendingWrites } from '../api/pending-writes.ts'
import type { Say } from '../ui/status-message.tsx'
import { followWrite } from './follow-write.ts'

/** The key of a write, and the item before the write. `seen`: null if the write made the item. */
export type Undoable<I extends Item> = { readonly key: string; readonly seen: I | null }

type Offering = {
  readonly t: TFunction
  readonly say: Say
  /** The confirmation, in words. */
  readonly done: string
}

/**
 * Confirms an action, with an undo button for all of its writes. The caller calls the returned function once for each
 * refused write. After the last one the confirmation disappears.
 */
export const offerUndo = <I extends Item>(
  kind: WriteKind<I>,
  userId: string,
  writes: readonly Undoable<NoInfer<I>>[],
  { t, say, done }: Offering,
): (() => void) => {
  const end = say(done, 'ok', {
    label: t('undo'),
    act: () => {
      for (const { key, seen } of writes) {
        const undoing = pendingWrites.undo(kind, key, seen)
        if (undoing === undefined) say(t('writes.conflict'), 'error')
        else if (undoing !== null) followWrite(kind, userId, undoing, { t, say, otherwise: t('writes.undoFailed') })
      }
    },
  })
  let left = writes.length
  return () => {
    left -= 1
    if (left === 0) end()
  }
}
