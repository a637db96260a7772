import type { Verse } from '@pathlight/contracts/bible.ts'
import type { TextOnChapter } from './text-kind.ts'

/**
 * The numbers of the first and last verse on which a text is shown, in the page's version (specification section 3).
 */
const versesOf = ({ verse_id, end_verse_id, shown_at, shown_to }: TextOnChapter) => {
  const to = shown_at === undefined ? (end_verse_id ?? verse_id) : (shown_to ?? shown_at)
  return { from: (shown_at ?? verse_id) % 1000, to: to % 1000 }
}

/** The texts that are on any verse from `verse` to `through`, oldest first. */
export const textsOnVerse = <Text extends TextOnChapter>(
  texts: readonly Text[],
  { verse, through = verse }: Pick<Verse, 'verse' | 'through'>,
): readonly Text[] =>
  texts
    .filter((item) => {
      const { from, to } = versesOf(item)
      return from <= through && verse <= to
    })
    .toSorted((a, b) => a.created_at.localeCompare(b.created_at))
