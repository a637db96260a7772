import { noteParams, noteRemoved } from '@pathlight/contracts/notes.ts'
import type { EventLog } from '@pathlight/event-log/event-log.ts'
import { ifMatch } from '@pathlight/http/conditional.ts'
import { sayPosition } from '@pathlight/http/positions.ts'
import type { App } from '@pathlight/http/server.ts'
import type { Sessions } from '@pathlight/http/session.ts'
import { writerOf } from '../writer.ts'
import { changeNote } from './note-stream.ts'

/** Removes a note for good. */
export const removeNote = (app: App, url: string, { log, sessions }: { log: EventLog; sessions: Sessions }) =>
  app.delete(
    url,
    {
      onRequest: sessions.requireUser,
      schema: { summary: 'Remove a note', params: noteParams, response: { 200: noteRemoved } },
    },
    async (request, reply) => {
      const revision = ifMatch(request)
      const { position } = await changeNote(log, writerOf(request), request.params.id, (now) => ({
        type: 'RemoveNote',
        data: { revision, now },
      }))
      return sayPosition(reply, position).send({ message: 'Note deleted successfully!' })
    },
  )
