import { z } from 'zod'
import { bookName, verseIfAny, versionCode } from './passage.ts'
import { refusal } from './refusal.ts'

/** Longest note text and title, in UTF-16 units. */
export const NOTE_TEXT_MAX = 50_000
export const NOTE_TITLE_MAX = 200

const EMPTY = refusal('note_empty', 'Note content cannot be empty.')

const noteText = z
  .string(EMPTY)
  .refine((text) => text.trim() !== '', EMPTY)
  .max(
    NOTE_TEXT_MAX,
    refusal('note_too_long', `A note holds at most ${NOTE_TEXT_MAX.toLocaleString('en')} characters.`, {
      max: NOTE_TEXT_MAX,
    }),
  )
const noteTitle = z
  .string('A title is a text.')
  .max(
    NOTE_TITLE_MAX,
    refusal('title_too_long', `A title holds at most ${NOTE_TITLE_MAX} characters.`, { max: NOTE_TITLE_MAX }),
  )
  .nullish()
  .transform((title) => title?.trim() || null)

/**
 * A note on a verse, or on all verses of a chapter from `verse_id` to `end_verse_id` (null: one verse). Both are in the numbering of
 * `version`. `end_verse_id` is absent only from what an older program made. `revision` counts its edits from 1 and is its ETag.
 */
export const note = z.object({
  id: z.uuid(),
  user_id: z.uuid(),
  verse_id: z.int(),
  end_verse_id: z.int().nullish(),
  text: z.string(),
  book: z.string(),
  title: z.string().nullable(),
  version: z.string(),
  created_at: z.iso.datetime(),
  updated_at: z.iso.datetime(),
  revision: z.int().min(1),
})
export type Note = z.infer<typeof note>

/** POST /api/note/ . `user_id` is accepted as the specification has it, and never trusted. `id` is made by the client, or by the server. */
export const addNoteBody = z
  .object({
    id: z
      .uuid('The id of a note is a UUID.')
      .transform((id) => id.toLowerCase())
      .optional(),
    user_id: z.unknown().optional(),
    verse_id: z.int('A note needs a verse.'),
    end_verse_id: verseIfAny,
    text: noteText,
    book: bookName.optional(),
    title: noteTitle,
    version: versionCode,
  })
  .meta({ examples: [{ verse_id: 43_003_016, text: 'So loved.', title: 'Love', version: 'KJV' }] })

/** PUT /api/note/detail/{id} . */
export const editNoteBody = z
  .object({ text: noteText, title: noteTitle, book: bookName.optional() })
  .meta({ examples: [{ text: 'So loved, and so given.', title: 'Love' }] })

export const noteParams = z.object({ id: z.uuid('No such note.').transform((id) => id.toLowerCase()) })
export const noteRemoved = z.object({ message: z.string() })

/**
 * A note on a chapter. `shown_at`: the (first) verse it is shown on in the version asked for, where that one numbers its words
 * otherwise; `shown_to`: the last one there, where there are several.
 */
export const overlayNote = note.extend({ shown_at: z.int().optional(), shown_to: z.int().optional() })
export type OverlayNote = z.infer<typeof overlayNote>
