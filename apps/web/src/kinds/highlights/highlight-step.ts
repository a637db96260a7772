import type { OverlayHighlight } from '@pathlight/contracts/highlights.ts'
import type { Chosen, VersePart } from '../../study/study-kind.ts'
import { highlightsOfVerse } from './highlights-of-verse.ts'

/**
 * The next step after a press of Highlights. `list` shows the existing highlights. `refuse` tells the person that the
 * words overlap a highlight.
 */
export type HighlightStep =
  | { readonly do: 'add'; readonly parts: readonly VersePart[] }
  | { readonly do: 'refuse' }
  | { readonly do: 'list' }

/**
 * The steps of specification section 2. Selected words get a highlight, unless a highlight overlaps them. For chosen
 * verses, their highlights are listed; without highlights, the verses are highlighted whole.
 */
export const highlightStep = ({ by, parts }: Chosen, highlights: readonly OverlayHighlight[]): HighlightStep => {
  const ownOf = ({ verse }: VersePart) => highlightsOfVerse(highlights, verse).own
  if (by === 'verses') return parts.some((part) => ownOf(part).length > 0) ? { do: 'list' } : { do: 'add', parts }
  const overlaps = (part: VersePart) =>
    ownOf(part).some(({ place }) => part.start < place.end && place.start < part.end)
  return parts.some(overlaps) ? { do: 'refuse' } : { do: 'add', parts }
}
