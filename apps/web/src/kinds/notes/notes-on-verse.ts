import type { Verse } from '@pathlight/contracts/bible.ts'
import type { OverlayNote } from '@pathlight/contracts/notes.ts'

/** Numbers of the first and last verse that the note is shown on (specification section 3), as the version on the page numbers them. */
const versesOf = ({ verse_id, end_verse_id, shown_at, shown_to }: OverlayNote) => {
  const to = shown_at === undefined ? (end_verse_id ?? verse_id) : (shown_to ?? shown_at)
  return { from: (shown_at ?? verse_id) % 1000, to: to % 1000 }
}

/** The notes on a verse, or on any of the verses up to `through`, oldest first. */
export const notesOnVerse = (
  notes: readonly OverlayNote[],
  { verse, through = verse }: Pick<Verse, 'verse' | 'through'>,
) =>
  notes
    .filter((note) => {
      const { from, to } = versesOf(note)
      return from <= through && verse <= to
    })
    .toSorted((a, b) => a.created_at.localeCompare(b.created_at))

type VerseOnPage = Pick<Verse, 'verse' | 'through'>

/** How many notes each verse (or bridge) of a chapter has, by its number; verses in order. A note on several verses counts on each. */
export const countNotes = (
  notes: readonly OverlayNote[],
  verses: readonly VerseOnPage[],
): ReadonlyMap<number, number> => {
  const counts = new Map<number, number>()
  for (const note of notes) {
    const { from, to } = versesOf(note)
    for (const { verse, through = verse } of verses)
      if (from <= through && verse <= to) counts.set(verse, (counts.get(verse) ?? 0) + 1)
  }
  return counts
}
