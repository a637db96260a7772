import { keptWork } from '../device/kept-work.ts'
import { draftKeys } from './draft-keys.ts'
import type { Kind } from './kind.ts'

/** A write is kept from when it is made until the server has it; also one of a kind whose code has not come. */
const isWriteOf = (userId: string, key: string): boolean =>
  (keptWork.get(key) as { readonly userId?: string } | null | undefined)?.userId === userId

/**
 * What of a person's work would be lost with what this device keeps: drafts, and writes that the server does not have, of what
 * `keptWork` has read. The words in an open editor are a draft a moment after they are typed; before that the editor itself asks (ui/use-leave-guard.tsx).
 */
export const unsavedWork = (
  kinds: readonly Kind[],
  userId: string,
): { readonly drafts: number; readonly writes: number } => ({
  drafts: kinds.reduce((sum, kind) => sum + draftKeys(kind, userId).length, 0),
  writes: keptWork.keys('write.').filter((key) => isWriteOf(userId, key)).length,
})
