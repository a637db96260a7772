import type { User } from '@pathlight/contracts/accounts.ts'
import { isRefused } from '../../api/pending-write.ts'
import { pendingWrites } from '../../api/pending-writes.ts'
import { keptDraft } from './kept-drafts.ts'
import { type Draft, draftOf } from './sermon-draft.ts'
import type { SermonItem } from './sermon-writes.ts'
import { sermonWrites } from './sermon-writes.ts'

/** What an editor begins with. */
export type Beginning = {
  readonly initial: Draft
  readonly refused: string | null
  readonly keptAt: string
  readonly restored: boolean
}

/**
 * What a crash, a reload or a refusal left of this sermon on the device, else `fresh`. `isHome`: a refused write of no sermon
 * that the server has is this one's.
 */
export const beginWith = (
  owner: User,
  fresh: Draft,
  keptAt: string,
  isHome: (sermon: SermonItem) => boolean = () => false,
): Beginning => {
  const before = pendingWrites
    .of<SermonItem>(sermonWrites.name, owner.id)
    .filter(isRefused)
    .find(
      ({ itemId, wanted, base, state }) =>
        itemId === fresh.sermonId || (wanted !== null && (base === null || state.status === 'gone') && isHome(wanted)),
    )
  const kept = keptDraft(keptAt) ?? (before?.wanted ? draftOf(before.wanted, before.base) : null)
  return { initial: kept ?? fresh, refused: before?.key ?? null, keptAt, restored: kept !== null }
}
