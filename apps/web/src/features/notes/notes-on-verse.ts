import type { Verse } from '@pathlight/contracts/bible.ts'
import type { Note } from '@pathlight/contracts/notes.ts'

/** The verse's number in its chapter (specification section 3). */
const verseOf = (verseId: number): number => verseId % 1000

/** The notes on a verse, or on any verse of a bridge, oldest first. */
export const notesOnVerse = (notes: readonly Note[], { verse, through = verse }: Pick<Verse, 'verse' | 'through'>) =>
  notes
    .filter(({ verse_id }) => verseOf(verse_id) >= verse && verseOf(verse_id) <= through)
    .toSorted((a, b) => a.created_at.localeCompare(b.created_at))

/** How many notes each verse of the chapter has. */
export const countNotes = (notes: readonly Note[]): ReadonlyMap<number, number> => {
  const counts = new Map<number, number>()
  for (const { verse_id } of notes) counts.set(verseOf(verse_id), (counts.get(verseOf(verse_id)) ?? 0) + 1)
  return counts
}
