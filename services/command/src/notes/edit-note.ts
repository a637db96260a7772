import { editNoteBody, noteParams, note as noteShape } from '@pathlight/contracts/notes.ts'
import type { EventLog } from '@pathlight/event-log/event-log.ts'
import { ifMatch, sayRevision } from '@pathlight/http/conditional.ts'
import { sayPosition } from '@pathlight/http/positions.ts'
import type { App } from '@pathlight/http/server.ts'
import type { Sessions } from '@pathlight/http/session.ts'
import { writerOf } from '../writer.ts'
import { changeNote, noteOnTheWire, writtenOr404 } from './note-stream.ts'

/** Changes a note's title and text. The verse, and with it the book, stays what it is. */
export const editNote = (app: App, url: string, { log, sessions }: { log: EventLog; sessions: Sessions }) =>
  app.put(
    url,
    {
      onRequest: sessions.requireUser,
      schema: {
        summary: 'Change a note',
        params: noteParams,
        body: editNoteBody,
        response: { 200: noteShape },
      },
    },
    async (request, reply) => {
      const { title, text } = request.body
      const revision = ifMatch(request)
      const { state, position } = await changeNote(log, writerOf(request), request.params.id, (now) => ({
        type: 'EditNote',
        data: { title, text, revision, now },
      }))
      const note = noteOnTheWire(writtenOr404(state))
      return sayRevision(sayPosition(reply, position), note.revision).send(note)
    },
  )
