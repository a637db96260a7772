import type { Verse } from '@pathlight/contracts/bible.ts'
import type { Note } from '@pathlight/contracts/notes.ts'
import { ApiProblem } from '../../api/api-problem.ts'
import { newId } from '../../api/new-id.ts'
import { write } from '../../api/request.ts'
import { type Draft, isOurs } from './note-draft.ts'

/** What became of a draft that was sent: `conflict` when somebody else saved in between, `gone` when the note was deleted. */
type Outcome =
  | { readonly status: 'saved'; readonly note: Note }
  | { readonly status: 'conflict'; readonly saved: Note }
  | { readonly status: 'gone' }

const edit = async (draft: Draft, revision: number, key: string): Promise<Outcome> => {
  const { noteId, title, text } = draft
  const path = `/api/note/detail/${noteId}`
  try {
    const note = await write<Note>('PUT', path, { body: { title, text }, idempotencyKey: key, ifMatch: revision })
    return { status: 'saved', note }
  } catch (error) {
    if (!(error instanceof ApiProblem)) throw error
    if (error.status === 404) return { status: 'gone' }
    if (error.status !== 412 || !error.current) throw error
    const saved = error.current as Note
    // What is there is what this very draft sent earlier, without hearing back: no conflict.
    return isOurs(draft, saved) ? edit(draft, saved.revision, newId()) : { status: 'conflict', saved }
  }
}

/**
 * Sends the latest attempt of a draft. Safe to repeat after a lost answer: the key, or the revision, finds out what
 * arrived. Throws ApiProblem when nothing was decided (no answer, not signed in, refused words).
 */
export const saveNote = async (
  draft: Draft,
  { version, verse_id, book }: Pick<Verse, 'version' | 'verse_id' | 'book'>,
): Promise<Outcome> => {
  const key = draft.attempts.at(-1)?.key ?? newId()
  if (draft.base) return edit(draft, draft.base.revision, key)
  const { noteId: id, title, text } = draft
  try {
    const body = { id, verse_id, version, book, title, text }
    return { status: 'saved', note: await write<Note>('POST', '/api/note/', { body, idempotencyKey: key }) }
  } catch (error) {
    // An earlier attempt made the note; what has been written since is its first edit.
    if (error instanceof ApiProblem && error.code === 'note_exists') return edit(draft, 1, newId())
    throw error
  }
}
