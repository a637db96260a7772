import type { Verse } from '@pathlight/contracts/bible.ts'
import type { OverlayNote } from '@pathlight/contracts/notes.ts'

/** Number of the verse that the note is shown on (specification section 3), as the version on the page numbers it. */
const verseOf = ({ verse_id, shown_at = verse_id }: OverlayNote): number => shown_at % 1000

/** The notes on a verse, or on any verse of a bridge, oldest first. */
export const notesOnVerse = (
  notes: readonly OverlayNote[],
  { verse, through = verse }: Pick<Verse, 'verse' | 'through'>,
) =>
  notes
    .filter((note) => verseOf(note) >= verse && verseOf(note) <= through)
    .toSorted((a, b) => a.created_at.localeCompare(b.created_at))

/** How many of them are on a verse, or on any verse of a bridge. */
export const countOnVerse = (
  counts: ReadonlyMap<number, number>,
  { verse, through = verse }: Pick<Verse, 'verse' | 'through'>,
): number => {
  let sum = 0
  for (let at = verse; at <= through; at += 1) sum += counts.get(at) ?? 0
  return sum
}

/** How many notes each verse of the chapter has. */
export const countNotes = (notes: readonly OverlayNote[]): ReadonlyMap<number, number> => {
  const counts = new Map<number, number>()
  for (const note of notes) counts.set(verseOf(note), (counts.get(verseOf(note)) ?? 0) + 1)
  return counts
}
