import type { User } from '@pathlight/contracts/accounts.ts'
import type { OverlayHighlight } from '@pathlight/contracts/highlights.ts'
import { pendingWrites } from '../../api/pending-writes.ts'
import { queryClient } from '../../api/query-client.ts'
import { shownItems } from '../../api/shown-items.ts'
import type { ChapterReference } from '../../bible/chapter-reference.ts'
import { overlayQuery } from '../../study/overlay-query.ts'
import { highlightWrites } from './highlight-writes.ts'

/**
 * The person's present highlights on a chapter, unsent changes included. Fetches the highlights if the page has not
 * loaded them.
 */
export const highlightsNow = async (
  owner: User,
  { version, book, chapter }: ChapterReference,
): Promise<readonly OverlayHighlight[]> => {
  const writes = pendingWrites.of<OverlayHighlight>(highlightWrites.name, owner.id)
  try {
    const query = overlayQuery(owner, { version, book, chapter })
    const state = queryClient.getQueryState(query.queryKey)
    // After a failed request the person does not wait for a second one.
    if (state && state.data === undefined && (state.fetchFailureReason ?? state.error)) throw new Error('Not known')
    const { value, at } = await queryClient.ensureQueryData(query)
    return shownItems(value.highlights, at, writes, () => true)
  } catch {
    // Only the unsent highlights are known. If a new highlight overlaps another highlight, the server refuses it.
    return shownItems([], '0', writes, () => true)
  }
}
