import { randomUUID } from 'node:crypto'
import { addNoteBody, note as noteShape } from '@pathlight/contracts/notes.ts'
import type { EventLog } from '@pathlight/event-log/event-log.ts'
import { sayRevision } from '@pathlight/http/conditional.ts'
import { sayPosition } from '@pathlight/http/positions.ts'
import { HttpProblem } from '@pathlight/http/problem.ts'
import type { App } from '@pathlight/http/server.ts'
import type { Sessions } from '@pathlight/http/session.ts'
import { findBook } from '@pathlight/scripture/books.ts'
import { hasChapter } from '@pathlight/scripture/has-chapter.ts'
import { parseVerseId } from '@pathlight/scripture/verse-id.ts'
import { nameBasedId } from '../event-id.ts'
import { writerOf } from '../writer.ts'
import { changeNote, noteOnTheWire, writtenOr404 } from './note-stream.ts'

/** The verse must exist, and the book, where it is named (in either language, or abbreviated), be the verse's. */
const checkPlace = (verseId: number, book: string | undefined): void => {
  const place = parseVerseId(verseId)
  if (place === null || !hasChapter(place.book, place.chapter))
    throw new HttpProblem(400, 'unknown_verse', 'There is no such verse.')
  if (book === undefined) return
  const named = findBook(book)
  if (named === null) throw new HttpProblem(400, 'unknown_book', `There is no book called “${book}”.`)
  if (named.index !== place.book.index)
    throw new HttpProblem(400, 'book_mismatch', 'The book and the verse do not belong together.')
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
      if (!knowsVersion(version)) throw new HttpProblem(400, 'unknown_version', 'Unknown version.')
      const writer = writerOf(request)
      const { userId, idempotencyKey } = writer
      // A repeat must find the note it made before, even when the server chose the id.
      const freshId = () => (idempotencyKey === null ? randomUUID() : nameBasedId(userId, idempotencyKey, 'note'))
      const noteId = request.body.id ?? freshId()
      const { state, position } = await changeNote(log, writer, noteId, (now) => ({
        type: 'AddNote',
        data: { noteId, userId, verseId, version: version.toUpperCase(), title, text, now },
      }))
      const note = noteOnTheWire(writtenOr404(state))
      sayRevision(sayPosition(reply, position), note.revision).header('location', `/api/note/detail/${noteId}`)
      return reply.code(201).send(note)
    },
  )
