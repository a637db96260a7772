import { randomUUID } from 'node:crypto'
import { type NoteAdded, noteStream } from '@pathlight/domain/notes/note-item.ts'
import type { EventMetadata } from '@pathlight/event-log/event-log.ts'
import { verseId } from '@pathlight/scripture/verse-id.ts'

export const TEXT =
  'The world, not the deserving. Start the sermon here, then go back to Numbers 21 and read verse 9 aloud.'
const users = Array.from({ length: 400 }, () => randomUUID())

/** A typical note with about 300 bytes of data. `n` chooses its person and chapter. */
export const noteAdded = (n: number): NoteAdded & { metadata: EventMetadata } => {
  const userId = users[n % users.length] ?? ''
  const now = new Date().toISOString()
  const id = randomUUID()
  return {
    type: 'NoteAdded',
    data: {
      noteId: randomUUID(),
      userId,
      verseId: verseId(19, 1 + (Math.floor(n / users.length) % 150), 1),
      endVerseId: null,
      version: 'KJV',
      title: null,
      text: TEXT,
      addedAt: now,
    },
    metadata: {
      messageId: id,
      userId,
      actorId: userId,
      deviceId: id,
      correlationId: id,
      causationId: id,
      schemaVersion: 1,
      occurredAt: now,
    },
  }
}
export const streamOf = ({ data }: NoteAdded) => noteStream(data.userId, data.noteId)
