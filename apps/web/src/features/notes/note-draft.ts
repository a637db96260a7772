import type { Note } from '@pathlight/contracts/notes.ts'

/** Longest note text, in UTF-16 units: NOTE_TEXT_MAX of the contracts, whose shapes a page that only counts need not fetch. */
export const TEXT_MAX = 50_000
/** From this length on, it is said how much there is. */
const TEXT_LONG = 45_000

/** How long the text is, once that matters; null before. */
export const lengthWorthSaying = ({ text }: Pick<Draft, 'text'>): number | null =>
  text.length >= TEXT_LONG ? text.length : null

/** One sending of the draft. The key makes repeats of the very same words harmless. */
type Attempt = { readonly key: string; readonly title: string; readonly text: string; readonly revision: number | null }

/** What is being written. `base` is the saved note it was begun from; null for a new one. */
export type Draft = {
  readonly noteId: string
  readonly title: string
  readonly text: string
  readonly base: { readonly title: string; readonly text: string; readonly revision: number } | null
  /** Every sending so far; of the latest, or of any, the answer may have been lost. */
  readonly attempts: readonly Attempt[]
}

export const newDraft = (noteId: string): Draft => ({ noteId, title: '', text: '', base: null, attempts: [] })

const wordsOf = (note: Note) => ({ title: note.title ?? '', text: note.text, revision: note.revision })

export const draftOf = (note: Note): Draft => {
  const base = wordsOf(note)
  return { noteId: note.id, title: base.title, text: base.text, base, attempts: [] }
}

/** Whether there is something to lose. */
export const isUnsaved = ({ title, text, base }: Draft): boolean =>
  base ? title !== base.title || text !== base.text : title.trim() !== '' || text.trim() !== ''

const same = (a: { title: string; text: string }, b: { title: string; text: string }) =>
  a.title.trim() === b.title.trim() && a.text === b.text

/**
 * The draft with the attempt that is to be sent now, last in `attempts`. The same words over the same revision keep the
 * key of the attempt before them, so that an answer that was lost is given again; anything else gets a new key.
 */
export const withAttempt = (draft: Draft, newKey: () => string): Draft => {
  const revision = draft.base?.revision ?? null
  const last = draft.attempts.at(-1)
  if (last && last.revision === revision && same(last, draft)) return draft
  const attempt = { key: newKey(), title: draft.title, text: draft.text, revision }
  return { ...draft, attempts: [...draft.attempts, attempt] }
}

/** Whether the saved note is one that this draft sent itself: then nobody else changed it. */
export const isOurs = (draft: Draft, saved: Note): boolean =>
  draft.attempts.some((attempt) => same(attempt, { title: saved.title ?? '', text: saved.text }))

/** The same words, to be saved over the note as it is now. */
export const overSaved = (draft: Draft, saved: Note): Draft => ({ ...draft, base: wordsOf(saved) })

/** The same words as a note of their own: the one they were for is gone. */
export const asNewNote = (draft: Draft, noteId: string): Draft => ({ ...draft, noteId, base: null, attempts: [] })

/** Reads a draft that was kept on the device; null when it is none. */
export const parseDraft = (kept: string | null): Draft | null => {
  try {
    const draft = JSON.parse(kept ?? 'null') as Draft | null
    const whole =
      typeof draft?.noteId === 'string' &&
      typeof draft.title === 'string' &&
      typeof draft.text === 'string' &&
      Array.isArray(draft.attempts)
    return whole ? draft : null
  } catch {
    return null
  }
}
