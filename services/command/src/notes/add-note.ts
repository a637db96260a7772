import { randomUUID } from 'node:crypto'
import { addNoteBody, note as noteShape } from '@pathlight/contracts/notes.ts'
import { noteStream } from '@pathlight/domain/notes/events.ts'
import { note } from '@pathlight/domain/notes/note.ts'
import type { EventLog } from '@pathlight/event-log/event-log.ts'
import { type App, TEXT_BODY_LIMIT } from '@pathlight/http/server.ts'
import type { Sessions } from '@pathlight/http/session.ts'
import { answerItem } from '../answer-item.ts'
import { nameBasedId } from '../event-id.ts'
import { handleCommand } from '../handle-command.ts'
import type { KnownTexts } from '../verse-place.ts'
import { checkVersePlace, rangeEnd, versionNamed } from '../verse-place.ts'
import { writerOf } from '../writer.ts'

/** Writes a note on a verse, or on several of a chapter. */
export const addNote = (
  app: App,
  url: string,
  { log, sessions, knowsVersion }: { log: EventLog; sessions: Sessions } & Pick<KnownTexts, 'knowsVersion'>,
) =>
  app.post(
    url,
    {
      onRequest: sessions.requireUser,
      bodyLimit: TEXT_BODY_LIMIT,
      schema: {
        summary: 'Write a note on a verse, or on verses up to end_verse_id',
        body: addNoteBody,
        response: { 201: noteShape },
      },
    },
    async (request, reply) => {
      const { verse_id: verseId, end_verse_id, book, title, text, version } = request.body
      checkVersePlace(verseId, book)
      const endVerseId = rangeEnd(verseId, end_verse_id) ?? undefined
      const code = versionNamed(version, { knowsVersion })
      const writer = writerOf(request)
      const { userId, idempotencyKey } = writer
      // A repeat must find the note it made before, even when the server chose the id.
      const freshId = () => (idempotencyKey === null ? randomUUID() : nameBasedId(userId, idempotencyKey, 'note'))
      const noteId = request.body.id ?? freshId()
      const handled = await handleCommand(log, note, noteStream(userId, noteId), writer, {
        type: 'AddNote',
        isFirst: true,
        data: { noteId, userId, verseId, endVerseId, version: code, title, text },
      })
      reply.code(201).header('location', `/api/note/detail/${noteId}`)
      return answerItem(reply, handled)
    },
  )
