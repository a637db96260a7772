import { keptWork } from '../device/kept-work.ts'
import { draftKeys } from './draft-keys.ts'
import type { Kind } from './kind.ts'

/** A write stays on the device until the server has it, even if its kind's code is not loaded. */
const isWriteOf = (userId: string, key: string): boolean =>
  (keptWork.get(key) as { readonly userId?: string } | null | undefined)?.userId === userId

/**
 * The work of a person that would be lost with this device's store: drafts and unsent writes that `keptWork` has read. The words in
 * an open editor become a draft in a moment; until then the editor itself asks (ui/use-leave-guard.tsx).
 */
export const unsavedWork = (
  kinds: readonly Kind[],
  userId: string,
): { readonly drafts: number; readonly writes: number } => ({
  drafts: kinds.reduce((sum, kind) => sum + draftKeys(kind, userId).length, 0),
  writes: keptWork.keys('write.').filter((key) => isWriteOf(userId, key)).length,
})
