import type { TFunction } from 'i18next'
import type { Item, WriteKind } from '../api/pending-write.ts'
import { pendingWrites } from '../api/pending-writes.ts'
import type { Say } from '../ui/status-message.tsx'
import { followWrite } from './follow-write.ts'

/** A write, by its key, and the item that the person saw before it; null: the write made the item. */
export type Undoable<I extends Item> = { readonly key: string; readonly seen: I | null }

type Offering = {
  readonly t: TFunction
  readonly say: Say
  /** What was done. */
  readonly done: string
  /** What is said where taking it back is refused without a reason. */
  readonly otherwise: string
}

/**
 * Confirms what was done, with an undo button for all of the writes. The caller calls the returned function for each write that the
 * server refuses: once all are refused, the confirmation goes.
 */
export const offerUndo = <I extends Item>(
  kind: WriteKind<I>,
  userId: string,
  writes: readonly Undoable<NoInfer<I>>[],
  { t, say, done, otherwise }: Offering,
): (() => void) => {
  const end = say(done, 'ok', {
    label: t('undo'),
    act: () => {
      for (const { key, seen } of writes) {
        const undoing = pendingWrites.undo(kind, key, seen)
        if (undoing !== null) followWrite(kind, userId, undoing, { t, say, otherwise })
      }
    },
  })
  let left = writes.length
  return () => {
    left -= 1
    if (left === 0) end()
  }
}
