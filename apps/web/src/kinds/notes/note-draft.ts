import type { User } from '@pathlight/contracts/accounts.ts'
import type { Verse } from '@pathlight/contracts/bible.ts'
import type { Editable } from '@pathlight/contracts/kind-rules.ts'
import type { Note } from '@pathlight/contracts/notes.ts'
import { type Draft, draftsOf, isText } from '../../study/editor/drafts.ts'

/** Longest note text, in UTF-16 units: NOTE_TEXT_MAX of the contracts, whose shapes a page that only counts need not fetch. */
export const TEXT_MAX = 50_000
/** From this length on, the editor says how long the text is. */
const TEXT_LONG = 45_000

/** The length of the text, once that matters; null before. */
export const lengthWorthSaying = (text: string): number | null => (text.length >= TEXT_LONG ? text.length : null)

/** `endVerseId`: the last verse of a note on several verses; else null. */
type Typed = { readonly [Field in keyof Editable['note']]: string } & { readonly endVerseId: number | null }
export type NoteDraft = Draft<Note> & Typed

export const noteDrafts = draftsOf<'note', Note, Typed>({
  kind: 'note',
  olderId: 'noteId',
  fields: { title: isText, text: isText, endVerseId: (value) => value === null || Number.isInteger(value) },
  // A note of an older build is on one verse.
  mend: (kept) => ({ ...kept, endVerseId: kept.endVerseId ?? null }),
  typed: ({ title, text, end_verse_id }) => ({ title: title ?? '', text, endVerseId: end_verse_id ?? null }),
  editable: ({ title, text }) => ({ title: title.trim() || null, text }),
  texts: ({ title, text }) => [title, text],
})

export const newNoteDraft = (id: string, endVerseId: number | null): NoteDraft => ({
  id,
  title: '',
  text: '',
  base: null,
  endVerseId,
})

/** The note as it shall be. `verse`: where a new one begins. `now`: ISO 8601, UTC. */
export const asNote = (
  draft: NoteDraft,
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
  id: draft.id,
  title: draft.title.trim() || null,
  text: draft.text,
  updated_at: now,
})
