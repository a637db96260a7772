import { join } from 'node:path'
import type { EventLog } from '@pathlight/event-log/event-log.ts'
import { eventStoreDbLog } from '@pathlight/event-log/eventstoredb.ts'
import { postgresEventLog } from '@pathlight/event-log/postgres.ts'
import { createPool } from '@pathlight/stores/postgres-pool.ts'
import { postgresUrl } from '@pathlight/stores/postgres-process.ts'

/** How often each note was written, by its id, as the log itself has it. */
export type NotesInLog = () => Promise<ReadonlyMap<string, number>>

const notesIn = async (log: EventLog): Promise<ReadonlyMap<string, number>> => {
  const written = new Map<string, number>()
  for await (const { events } of log.batches({ after: 0n, live: false }))
    for (const { type, data } of events) {
      const { noteId } = data as { noteId: string }
      if (type === 'NoteAdded') written.set(noteId, (written.get(noteId) ?? 0) + 1)
    }
  return written
}

/** Looks into the log of an app that runs on the embedded database of this data folder. */
export const notesInEmbedded =
  (dataDir: string): NotesInLog =>
  async () => {
    const url = postgresUrl(join(dataDir, 'postgres'))
    const pool = createPool(url)
    const log = postgresEventLog({ pool, listen: { connectionString: url } })
    try {
      return await notesIn(log)
    } finally {
      await log.close()
      await pool.end()
    }
  }

/** Looks into the log of an app that runs on this EventStoreDB. */
export const notesInEventStore =
  (url: string): NotesInLog =>
  async () => {
    const log = eventStoreDbLog({ url })
    try {
      return await notesIn(log)
    } finally {
      await log.close()
    }
  }
