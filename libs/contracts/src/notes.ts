import { z } from 'zod'
import { NOTE_TEXT_MAX, NOTE_TITLE_MAX } from './note-rules.ts'
import { bookName } from './passage.ts'
import { refusal, tooLong } from './refusal.ts'
import { shapesOnVerses } from './shapes-on-verses.ts'
import { tagsSent, tagsShown } from './tagged.ts'

const EMPTY = refusal('note_empty', 'Note content cannot be empty.')

const text = z
  .string(EMPTY)
  .refine((sent) => sent.trim() !== '', EMPTY)
  .max(NOTE_TEXT_MAX, tooLong('note_too_long', 'A note holds', NOTE_TEXT_MAX))
const title = z
  .string('A title is a text.')
  .max(NOTE_TITLE_MAX, tooLong('title_too_long', 'A title holds', NOTE_TITLE_MAX))
  .nullish()
  .transform((sent) => sent?.trim() || null)

export const noteShapes = shapesOnVerses({
  ...{ name: 'note', names: 'notes', path: '/api/note' },
  shown: { text: z.string(), book: z.string(), title: z.string().nullable(), tags: tagsShown },
  sent: { text, book: bookName.optional(), title, tags: tagsSent },
  notFound: refusal('note_not_found', 'No such note.'),
  addExample: { verse_id: 43_003_016, text: 'So loved.', title: 'Love', tags: ['love'], version: 'KJV' },
  editExample: { text: 'So loved, and so given.', title: 'Love', tags: ['love', 'John'] },
})

export type Note = z.infer<typeof noteShapes.item>
export type OverlayNote = z.infer<typeof noteShapes.overlay>
