import type { Note } from '@pathlight/contracts/notes.ts'
import { noteEvents } from '@pathlight/domain/notes/events.ts'
import type { NoteCommand, NoteState, WrittenNote } from '@pathlight/domain/notes/note.ts'
import { note } from '@pathlight/domain/notes/note.ts'
import { RuleBroken } from '@pathlight/domain/rule.ts'
import type { EventLog } from '@pathlight/event-log/event-log.ts'
import { HttpProblem } from '@pathlight/http/problem.ts'
import { bookName } from '@pathlight/scripture/books.ts'
import { parseVerseId } from '@pathlight/scripture/verse-id.ts'
import type { Handled } from '../handle-command.ts'
import { handleCommand } from '../handle-command.ts'
import type { Writer } from '../writer.ts'

/** The owner is in the name, so nobody can take, guess or even address another person's note. */
const noteStream = (userId: string, noteId: string): string => `note-${userId}.${noteId}`

/** A note as the wire shows it. */
export const noteOnTheWire = (written: WrittenNote): Note => {
  const place = parseVerseId(written.verseId)
  return {
    id: written.noteId,
    user_id: written.userId,
    verse_id: written.verseId,
    text: written.text,
    book: place === null ? '' : bookName(place.book, 'en'),
    title: written.title,
    version: written.version,
    created_at: written.addedAt,
    updated_at: written.editedAt,
    revision: written.revision,
  }
}

/** What a command that leaves a note behind answers with. */
export const writtenOr404 = (state: NoteState): WrittenNote => {
  if (state.status !== 'written') throw new HttpProblem(404, 'note_not_found', 'No such note.')
  return state
}

const staleProblem = async (log: EventLog, stream: string, message: string): Promise<HttpProblem> => {
  const { state } = await log.aggregateStream(stream, { evolve: note.evolve, initialState: note.initialState })
  const current = noteOnTheWire(writtenOr404(state))
  return new HttpProblem(412, 'revision_mismatch', message, { current, headers: { etag: `"${current.revision}"` } })
}

/**
 * Carries out a command on one of the writer's notes (handleCommand says how). When the writer saw an older revision,
 * throws 412 with the note as it is now, so that the person can choose which of the two to keep.
 */
export const changeNote = async (
  log: EventLog,
  writer: Writer,
  noteId: string,
  command: (now: string) => NoteCommand,
): Promise<Handled<NoteState>> => {
  const stream = noteStream(writer.userId, noteId)
  try {
    return await handleCommand(log, { decider: note, catalog: noteEvents }, stream, writer, command)
  } catch (error) {
    if (error instanceof RuleBroken && error.code === 'revision_mismatch')
      throw await staleProblem(log, stream, error.message)
    throw error
  }
}
