import type { User } from '@pathlight/contracts/accounts.ts'
import type { Verse } from '@pathlight/contracts/bible.ts'
import type { Note, Overlay } from '@pathlight/contracts/notes.ts'
import { MINE, queryClient } from '../../api/query-client.ts'
import type { Place } from '../../bible/place.ts'
import { overlayKey } from '../../study/overlay-query.ts'
import type { Draft } from './note-draft.ts'

/** Shows a change of the chapter's notes at once; the answer undoes it. */
const change = async (userId: string, place: Place, to: (notes: readonly Note[]) => Note[]): Promise<() => void> => {
  const key = overlayKey(userId, place)
  await queryClient.cancelQueries({ queryKey: key })
  const before = queryClient.getQueryData<Overlay>(key)
  queryClient.setQueryData<Overlay>(key, (overlay) => overlay && { ...overlay, notes: to(overlay.notes) })
  return () => queryClient.setQueryData(key, before)
}

/** The note as it will be, before the server has said so. */
export const asSaved = (draft: Draft, owner: User, verse: Verse, now: string): Note => ({
  id: draft.noteId,
  user_id: owner.id,
  verse_id: verse.verse_id,
  version: verse.version,
  book: verse.book,
  title: draft.title.trim() || null,
  text: draft.text,
  created_at: now,
  updated_at: now,
  revision: (draft.base?.revision ?? 0) + 1,
})

export const showNote = (note: Note, place: Place): Promise<() => void> =>
  change(note.user_id, place, (notes) =>
    notes.some(({ id }) => id === note.id)
      ? notes.map((old) => (old.id === note.id ? { ...old, ...note, created_at: old.created_at } : old))
      : [...notes, note],
  )

export const hideNote = (note: Note, place: Place): Promise<() => void> =>
  change(note.user_id, place, (notes) => notes.filter(({ id }) => id !== note.id))

/** Everything that shows this person's notes asks again. */
export const refreshNotes = (userId: string): Promise<void> =>
  queryClient.invalidateQueries({ queryKey: [MINE, userId] })
