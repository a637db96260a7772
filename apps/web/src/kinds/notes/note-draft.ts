import type { User } from '@pathlight/contracts/accounts.ts'
import type { Verse } from '@pathlight/contracts/bible.ts'
import type { Note } from '@pathlight/contracts/notes.ts'

/** Longest note text, in UTF-16 units: NOTE_TEXT_MAX of the contracts, whose shapes a page that only counts need not fetch. */
export const TEXT_MAX = 50_000
/** From this length on, it is said how much there is. */
const TEXT_LONG = 45_000

/** How long the text is, once that matters; null before. */
export const lengthWorthSaying = ({ text }: Pick<Draft, 'text'>): number | null =>
  text.length >= TEXT_LONG ? text.length : null

/** What is being written. `base` is the saved note it was begun from; null for a new one. */
export type Draft = {
  readonly noteId: string
  readonly title: string
  readonly text: string
  readonly base: Note | null
}

export const newDraft = (noteId: string): Draft => ({ noteId, title: '', text: '', base: null })

/** The words of a note, to be changed. `base`: what they replace, where that is not the note itself. */
export const draftOf = (note: Note, base: Note | null = note): Draft => ({
  noteId: note.id,
  title: note.title ?? '',
  text: note.text,
  base,
})

/** Whether there is something to lose. */
export const isUnsaved = ({ title, text, base }: Draft): boolean =>
  base ? title !== (base.title ?? '') || text !== base.text : title.trim() !== '' || text.trim() !== ''

/** Whether these are the note's words. */
export const says = ({ title, text }: Draft, note: Note | null): boolean =>
  note !== null && (title.trim() || null) === note.title && text === note.text

/** The note as it shall be. `now`: ISO 8601, UTC. */
export const asNote = (
  { noteId, title, text, base }: Draft,
  owner: Pick<User, 'id'>,
  { verse_id, version, book }: Pick<Verse, 'version' | 'verse_id' | 'book'>,
  now: string,
): Note => ({
  ...(base ?? { user_id: owner.id, verse_id, version, book, created_at: now, revision: 1 }),
  id: noteId,
  title: title.trim() || null,
  text,
  updated_at: now,
})

/** Reads a draft that was kept on the device; null when it is none. */
export const parseDraft = (kept: string | null): Draft | null => {
  try {
    const draft = JSON.parse(kept ?? 'null') as Draft | null
    const whole =
      typeof draft?.noteId === 'string' &&
      typeof draft.title === 'string' &&
      typeof draft.text === 'string' &&
      (draft.base === null || typeof draft.base?.id === 'string')
    return whole ? draft : null
  } catch {
    return null
  }
}
