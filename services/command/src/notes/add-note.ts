import { randomUUID } from 'node:crypto'
import { addNoteBody, note as noteShape } from '@pathlight/contracts/notes.ts'
import { noteStream } from '@pathlight/domain/notes/events.ts'
import { note } from '@pathlight/domain/notes/note.ts'
import { RuleBroken } from '@pathlight/domain/rule.ts'
import type { EventLog } from '@pathlight/event-log/event-log.ts'
import type { App } from '@pathlight/http/server.ts'
import type { Sessions } from '@pathlight/http/session.ts'
import { findBook } from '@pathlight/scripture/books.ts'
import { hasChapter } from '@pathlight/scripture/has-chapter.ts'
import { parseVerseId } from '@pathlight/scripture/verse-id.ts'
import { answerItem } from '../answer-item.ts'
import { nameBasedId } from '../event-id.ts'
import { handleCommand } from '../handle-command.ts'
import { writerOf } from '../writer.ts'

/** The verse must exist, and the book, where it is named (in either language, or abbreviated), be the verse's. */
const checkPlace = (verseId: number, book: string | undefined): void => {
  const place = parseVerseId(verseId)
  if (place === null || !hasChapter(place.book, place.chapter))
    throw new RuleBroken('invalid', 'unknown_verse', 'There is no such verse.')
  if (book === undefined) return
  const named = findBook(book)
  if (named === null) throw new RuleBroken('invalid', 'unknown_book', `There is no book called “${book}”.`, { book })
  if (named.index !== place.book.index)
    throw new RuleBroken('invalid', 'book_mismatch', 'The book and the verse do not belong together.')
}

/** Writes a note on a verse. */
export const addNote = (
  app: App,
  url: string,
  { log, sessions, knowsVersion }: { log: EventLog; sessions: Sessions; knowsVersion: (code: string) => boolean },
) =>
  app.post(
    url,
    {
      onRequest: sessions.requireUser,
      schema: { summary: 'Write a note on a verse', body: addNoteBody, response: { 201: noteShape } },
    },
    async (request, reply) => {
      const { verse_id: verseId, book, title, text, version } = request.body
      checkPlace(verseId, book)
      if (!knowsVersion(version)) throw new RuleBroken('invalid', 'unknown_version', 'Unknown version.', { version })
      const writer = writerOf(request)
      const { userId, idempotencyKey } = writer
      // A repeat must find the note it made before, even when the server chose the id.
      const freshId = () => (idempotencyKey === null ? randomUUID() : nameBasedId(userId, idempotencyKey, 'note'))
      const noteId = request.body.id ?? freshId()
      const handled = await handleCommand(log, note, noteStream(userId, noteId), writer, {
        type: 'AddNote',
        data: { noteId, userId, verseId, version: version.toUpperCase(), title, text },
      })
      reply.code(201).header('location', `/api/note/detail/${noteId}`)
      return answerItem(reply, handled)
    },
  )
