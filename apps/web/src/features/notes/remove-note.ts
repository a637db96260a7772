import type { Note } from '@pathlight/contracts/notes.ts'
import { ApiProblem } from '../../api/api-problem.ts'
import { write } from '../../api/request.ts'

/** Deletes the note as the person saw it. One that is gone already is deleted. Throws ApiProblem (412: it was changed). */
export const removeNote = async ({ id, revision }: Pick<Note, 'id' | 'revision'>): Promise<void> => {
  try {
    await write('DELETE', `/api/note/detail/${id}`, { ifMatch: revision })
  } catch (error) {
    if (!(error instanceof ApiProblem && error.status === 404)) throw error
  }
}
