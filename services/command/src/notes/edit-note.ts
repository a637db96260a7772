import { editNoteBody, noteParams, note as noteShape } from '@pathlight/contracts/notes.ts'
import { noteStream } from '@pathlight/domain/notes/events.ts'
import { note } from '@pathlight/domain/notes/note.ts'
import type { EventLog } from '@pathlight/event-log/event-log.ts'
import { type App, TEXT_BODY_LIMIT } from '@pathlight/http/server.ts'
import type { Sessions } from '@pathlight/http/session.ts'
import { answerItem } from '../answer-item.ts'
import { handleCommand } from '../handle-command.ts'
import { bookNamed } from '../verse-place.ts'
import { writerOf } from '../writer.ts'

/** Changes a note's title and text. The verse, and with it the book, stays what it is: another book is refused. */
export const editNote = (app: App, url: string, { log, sessions }: { log: EventLog; sessions: Sessions }) =>
  app.put(
    url,
    {
      onRequest: sessions.requireUser,
      bodyLimit: TEXT_BODY_LIMIT,
      schema: {
        summary: 'Change a note',
        params: noteParams,
        body: editNoteBody,
        response: { 200: noteShape },
      },
    },
    async (request, reply) => {
      const { title, text, book } = request.body
      const writer = writerOf(request)
      const stream = noteStream(writer.userId, request.params.id)
      return answerItem(
        reply,
        await handleCommand(log, note, stream, writer, {
          type: 'EditNote',
          data: { title, text },
          facts: () => ({ book: book === undefined ? undefined : bookNamed(book).index }),
        }),
      )
    },
  )
