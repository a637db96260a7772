import { pendingWrites } from '../api/pending-writes.ts'
import { draftKeys } from './draft-keys.ts'
import type { Kind } from './kind.ts'

/**
 * What of a person's work would be lost with what this device keeps: drafts, and writes that the server does not have. The
 * words in an open editor are a draft a moment after they are typed; before that the editor itself asks (ui/use-leave-guard.tsx).
 */
export const unsavedWork = (
  kinds: readonly Kind[],
  userId: string,
): { readonly drafts: number; readonly writes: number } => ({
  drafts: kinds.reduce((sum, kind) => sum + draftKeys(kind, userId).length, 0),
  writes: pendingWrites.unsaved(userId).length,
})
