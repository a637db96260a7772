import { RuleBroken } from '../rule.ts'
import { isVisible } from '../visible.ts'
import { writtenOnVerses } from '../written-on-verses.ts'
import { noteKind } from './note-item.ts'

/** The rules of notes. A note must have visible text. */
export const note = writtenOnVerses(noteKind, {
  checkWords: ({ text }) => {
    if (!isVisible(text)) throw new RuleBroken('invalid', 'note_empty', 'Note content cannot be empty.')
  },
  exists: () => new RuleBroken('conflict', 'note_exists', 'This note exists already.'),
  notFound: () => new RuleBroken('not_found', 'note_not_found', 'No such note.'),
})
