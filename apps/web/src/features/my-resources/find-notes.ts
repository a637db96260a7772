import type { Note } from '@pathlight/contracts/notes.ts'
import { findBook } from '@pathlight/scripture/books.ts'

const folded = (text: string) => text.normalize('NFKC').toLowerCase()

/** Where a note is, from its verse id (specification section 3). */
export const placeOfNote = ({ verse_id }: Pick<Note, 'verse_id'>): { chapter: number; verse: number } => ({
  chapter: Math.floor(verse_id / 1000) % 1000,
  verse: verse_id % 1000,
})

/** Everything about a note that somebody may search by: its words, and its place in both languages. */
const searchable = (note: Note): string => {
  const { chapter, verse } = placeOfNote(note)
  const book = findBook(note.book)
  const names = book ? [book.name.en, book.name.ko, book.abbreviation.en, book.abbreviation.ko] : [note.book]
  const places = names.map((name) => `${name} ${chapter}:${verse}`)
  return folded([note.title ?? '', note.text, note.version, ...places].join('\n'))
}

/** The notes in which every word of the query occurs, in the order they were in. */
export const findNotes = (notes: readonly Note[], query: string): readonly Note[] => {
  const words = folded(query).split(/\s+/).filter(Boolean)
  if (words.length === 0) return notes
  return notes.filter((note) => {
    const text = searchable(note)
    return words.every((word) => text.includes(word))
  })
}
