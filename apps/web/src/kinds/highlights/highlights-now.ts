import type { User } from '@pathlight/contracts/accounts.ts'
import type { OverlayHighlight } from '@pathlight/contracts/highlights.ts'
import { pendingWrites } from '../../api/pending-writes.ts'
import { queryClient } from '../../api/query-client.ts'
import { shownItems } from '../../api/shown-items.ts'
import type { ChapterReference } from '../../bible/chapter-reference.ts'
import { overlayQuery } from '../../study/overlay-query.ts'
import { highlightWrites } from './highlight-writes.ts'
import { overlayHighlights } from './overlay-highlights.ts'

/**
 * Fetches the person's highlights on a chapter if the page has not loaded them. Resolves to a function that returns the
 * present highlights, unsent changes included. Two presses may wait for the same fetch. So each caller calls the
 * function right before its change, and sees what the other press has changed.
 */
export const highlightsNow = async (
  owner: User,
  { version, book, chapter }: ChapterReference,
): Promise<() => readonly OverlayHighlight[]> => {
  const withUnsent = (served: readonly OverlayHighlight[], at: string) => () =>
    shownItems(
      served,
      at,
      pendingWrites.of<OverlayHighlight>(highlightWrites.name, owner.id),
      (item, known) => known || overlayHighlights.isOn(item, { version, book, chapter }),
    )
  try {
    const query = overlayQuery(owner, { version, book, chapter })
    const state = queryClient.getQueryState(query.queryKey)
    // After a failed request the person does not wait for a second one.
    if (state && state.data === undefined && (state.fetchFailureReason ?? state.error)) throw new Error('Not known')
    const { value, at } = await queryClient.ensureQueryData(query)
    return withUnsent(value.highlights, at)
  } catch {
    // Only the unsent highlights are known. If a new highlight overlaps another highlight, the server refuses it.
    return withUnsent([], '0')
  }
}
