import type { Verse } from '@pathlight/contracts/bible.ts'
import type { OverlayHighlight } from '@pathlight/contracts/highlights.ts'
import { type FoundAgain, findWordsAgain } from '@pathlight/scripture/find-words-again.ts'

/** A highlight, and the place of the highlighted words in the present text. */
export type PlacedHighlight = { readonly highlight: OverlayHighlight; readonly place: FoundAgain }

/**
 * A person's highlights on a verse. `own`: those in the verse's version, in the order of the words. `elsewhere`: those
 * in other versions, on the same verse.
 */
export type HighlightsOfVerse = {
  readonly own: readonly PlacedHighlight[]
  readonly elsewhere: readonly OverlayHighlight[]
}

const isOn = ({ verse_id, shown_at = verse_id }: OverlayHighlight, { verse, through = verse }: Verse): boolean =>
  shown_at % 1000 >= verse && shown_at % 1000 <= through

/** The person's highlights on a verse. `highlights`: all of their highlights on the verse's chapter. */
export const highlightsOfVerse = (highlights: readonly OverlayHighlight[], verse: Verse): HighlightsOfVerse => {
  const onVerse = highlights.filter((highlight) => isOn(highlight, verse))
  const own = onVerse
    .filter(({ version }) => version === verse.version)
    .map((highlight) => {
      const { start_offset: start, end_offset: end, selected_text: words } = highlight
      return { highlight, place: findWordsAgain(verse.text, { start, end, words }) }
    })
    .toSorted((a, b) => a.place.start - b.place.start)
  return { own, elsewhere: onVerse.filter(({ version }) => version !== verse.version) }
}
