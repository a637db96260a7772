import type { User } from '@pathlight/contracts/accounts.ts'
import type { OverlayHighlight } from '@pathlight/contracts/highlights.ts'
import { pendingWrites } from '../../api/pending-writes.ts'
import { queryClient } from '../../api/query-client.ts'
import { shownItems } from '../../api/shown-items.ts'
import type { Place } from '../../bible/place.ts'
import { followWrite } from '../../study/follow-write.ts'
import { overlayQuery } from '../../study/overlay-query.ts'
import type { Acting, Chosen } from '../../study/study-kind.ts'
import { highlightStep } from './highlight-step.ts'
import { highlightWrites, newHighlight } from './highlight-writes.ts'

/** What the person has on a chapter now, with what they have just changed; asked for where it is not here yet. */
const highlightsNow = async (owner: User, { version, book, chapter }: Place): Promise<readonly OverlayHighlight[]> => {
  const writes = pendingWrites.of<OverlayHighlight>(highlightWrites.name, owner.id)
  try {
    const { value, at } = await queryClient.ensureQueryData(overlayQuery(owner, { version, book, chapter }))
    return shownItems(value.highlights, at, writes, () => true)
  } catch {
    // Without an answer the server decides about the rest when it is back.
    return shownItems([], '0', writes, () => true)
  }
}

/** What Highlights in the popup does with what is chosen (specification section 2). */
export const highlightChosen = async (chosen: Chosen, { owner, t, say, openSection, letGo }: Acting): Promise<void> => {
  const step = highlightStep(chosen, await highlightsNow(owner, chosen.column))
  if (step.do === 'list') return openSection()
  if (step.do === 'refuse') return say(t('highlights.overlaps'), 'error')
  say(t('highlights.added'))
  for (const part of step.parts) {
    const key = pendingWrites.add(highlightWrites, owner.id, { base: null, wanted: newHighlight(part) })
    followWrite(highlightWrites, owner.id, key, { t, say, otherwise: t('highlights.addFailed') })
  }
  letGo()
}
