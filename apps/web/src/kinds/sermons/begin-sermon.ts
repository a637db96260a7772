import type { User } from '@pathlight/contracts/accounts.ts'
import { isRefused } from '../../api/pending-write.ts'
import { pendingWrites } from '../../api/pending-writes.ts'
import { goingOn } from '../../study/going-on.ts'
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
 * that the server has is this one's. `there`: the sermons that are there.
 */
export const beginWith = (
  owner: User,
  fresh: Draft,
  keptAt: string,
  isHome: (sermon: SermonItem) => boolean = () => false,
  there: readonly SermonItem[] = [],
): Beginning => {
  const before = pendingWrites
    .of<SermonItem>(sermonWrites.name, owner.id)
    .filter(isRefused)
    .find(
      ({ itemId, wanted, base, state }) =>
        itemId === fresh.sermonId || (wanted !== null && (base === null || state.status === 'gone') && isHome(wanted)),
    )
  const found = keptDraft(keptAt) ?? (before?.wanted ? draftOf(before.wanted, before.base) : null)
  const kept = goingOn(found, found?.sermonId, there)
  return { initial: kept ?? fresh, refused: before?.key ?? null, keptAt, restored: kept !== null }
}
