import { noteParams, note as noteShape } from '@pathlight/contracts/notes.ts'
import { sayRevision } from '@pathlight/http/conditional.ts'
import { HttpProblem } from '@pathlight/http/problem.ts'
import type { App } from '@pathlight/http/server.ts'
import type { Sessions } from '@pathlight/http/session.ts'
import { signedIn } from '@pathlight/http/session.ts'
import type { ReadModelStore } from '@pathlight/read-models/read-model-store.ts'
import { reachPosition } from '../read-position.ts'
import { noteDocumentId, notes } from './projection.ts'

/** One note of the person's own, with its revision as ETag for the next edit. */
export const getNote = (
  app: App,
  url: string,
  { readModels, sessions }: { readModels: ReadModelStore; sessions: Sessions },
) => {
  const documents = readModels.collection(notes)
  app.get(
    url,
    {
      onRequest: sessions.requireUser,
      schema: { summary: 'One of my notes', params: noteParams, response: { 200: noteShape } },
    },
    async (request, reply) => {
      await reachPosition(readModels, [notes], request, reply)
      const note = await documents.get(noteDocumentId(signedIn(request).userId, request.params.id))
      if (!note) throw new HttpProblem(404, 'note_not_found', 'No such note.')
      sayRevision(reply, note.revision)
      return note
    },
  )
}
