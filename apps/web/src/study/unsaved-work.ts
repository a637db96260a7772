import { keptWork } from '../device/kept-work.ts'
import { draftKeys } from './draft-keys.ts'
import type { Kind } from './kind.ts'

/** Whether `key` stores a write of the person. Stored writes are read here, because the code of their kinds may not be loaded. */
const isWriteOf = (userId: string, key: string): boolean =>
  (keptWork.get(key) as { readonly userId?: string } | null | undefined)?.userId === userId

/**
 * The numbers of a person's drafts and unsent writes that would be lost with this device's store, as far as `keptWork` has read them.
 * The words in an open editor become a draft in a moment. Until then the editor itself asks (ui/use-leave-guard.tsx).
 */
export const unsavedWork = (
  kinds: readonly Kind[],
  userId: string,
): { readonly drafts: number; readonly writes: number } => ({
  drafts: kinds.reduce((sum, kind) => sum + draftKeys(kind, userId).length, 0),
  writes: keptWork.keys('write.').filter((key) => isWriteOf(userId, key)).length,
})
