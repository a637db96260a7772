import type { User } from '@pathlight/contracts/accounts.ts'
import type { Verse } from '@pathlight/contracts/bible.ts'
import type { Editable } from '@pathlight/contracts/kind-rules.ts'
import type { Note } from '@pathlight/contracts/notes.ts'

/** Longest note text, in UTF-16 units: NOTE_TEXT_MAX of the contracts, whose shapes a page that only counts need not fetch. */
export const TEXT_MAX = 50_000
/** From this length on, it is said how much there is. */
const TEXT_LONG = 45_000

/** How long the text is, once that matters; null before. */
export const lengthWorthSaying = ({ text }: Pick<Draft, 'text'>): number | null =>
  text.length >= TEXT_LONG ? text.length : null

/** What is typed for each field that a person can edit. */
type Typed = { readonly [Field in keyof Editable['note']]: string }

/**
 * What is being written. `base` is the saved note it was begun from; null for a new one. `endVerseId`: the last verse that a new one
 * is on, where it is on several; else null.
 */
export type Draft = Typed & {
  readonly noteId: string
  readonly base: Note | null
  readonly endVerseId: number | null
}

const NOTHING: Typed = { title: '', text: '' }
const FIELDS = Object.keys(NOTHING) as readonly (keyof Typed)[]

const typedOf = ({ title, text }: Editable['note']): Typed => ({ title: title ?? '', text })
const wordsOf = ({ title, text }: Typed): Editable['note'] => ({ title: title.trim() || null, text })

export const newDraft = (noteId: string, endVerseId: number | null): Draft => ({
  noteId,
  ...NOTHING,
  base: null,
  endVerseId,
})

/** The words of a note, to be changed. `base`: the note that they replace, where it is another one. */
export const draftOf = (note: Note, base: Note | null = note): Draft => ({
  noteId: note.id,
  ...typedOf(note),
  base,
  endVerseId: note.end_verse_id ?? null,
})

/** Whether there is something to lose. */
export const isUnsaved = (draft: Draft): boolean => {
  const before = draft.base && typedOf(draft.base)
  return FIELDS.some((field) => (before ? draft[field] !== before[field] : draft[field].trim() !== ''))
}

/** Whether these are the note's words. */
export const says = (draft: Draft, note: Note | null): boolean => {
  const words = wordsOf(draft)
  return note !== null && FIELDS.every((field) => words[field] === note[field])
}

/** The note as it shall be. `now`: ISO 8601, UTC. */
export const asNote = (
  draft: Draft,
  owner: Pick<User, 'id'>,
  { verse_id, version, book }: Pick<Verse, 'version' | 'verse_id' | 'book'>,
  now: string,
): Note => ({
  ...(draft.base ?? {
    user_id: owner.id,
    verse_id,
    version,
    book,
    created_at: now,
    revision: 1,
    end_verse_id: draft.endVerseId,
  }),
  id: draft.noteId,
  ...wordsOf(draft),
  updated_at: now,
})

/** Reads a draft that was kept on the device; null when it is none. */
export const parseDraft = (kept: unknown): Draft | null => {
  const draft = kept as Draft | null | undefined
  const whole =
    typeof draft?.noteId === 'string' &&
    FIELDS.every((field) => typeof draft[field] === 'string') &&
    (draft.base === null || typeof draft.base?.id === 'string')
  // One that was kept by an older release is on one verse.
  return whole ? { ...draft, endVerseId: draft.endVerseId ?? null } : null
}
