import { noteParams, noteRemoved } from '@pathlight/contracts/notes.ts'
import { noteStream } from '@pathlight/domain/notes/events.ts'
import { note } from '@pathlight/domain/notes/note.ts'
import type { EventLog } from '@pathlight/event-log/event-log.ts'
import { sayPosition } from '@pathlight/http/positions.ts'
import type { App } from '@pathlight/http/server.ts'
import type { Sessions } from '@pathlight/http/session.ts'
import { handleCommand } from '../handle-command.ts'
import { writerOf } from '../writer.ts'

/** Removes a note for good. */
export const removeNote = (app: App, url: string, { log, sessions }: { log: EventLog; sessions: Sessions }) =>
  app.delete(
    url,
    {
      onRequest: sessions.requireUser,
      schema: { summary: 'Remove a note', params: noteParams, response: { 200: noteRemoved } },
    },
    async (request, reply) => {
      const writer = writerOf(request)
      const stream = noteStream(writer.userId, request.params.id)
      const { position } = await handleCommand(log, note, stream, writer, { type: 'RemoveNote', data: {} })
      sayPosition(reply, position)
      return { message: 'Note deleted successfully!' }
    },
  )
