import { join } from 'node:path'
import { eventStoreDbLog } from '@pathlight/engine-cluster/eventstoredb/event-log.ts'
import { postgresListener } from '@pathlight/engine-postgres/connection/listener.ts'
import { createPool } from '@pathlight/engine-postgres/connection/pool.ts'
import { postgresUrl } from '@pathlight/engine-postgres/connection/process.ts'
import { postgresEventLog } from '@pathlight/engine-postgres/event-log/event-log.ts'
import type { EventLog } from '@pathlight/event-log/event-log.ts'

/**
 * Counts in the log how often each item was added, by owner and id (`user.id`). `idIn`: for each type of event that
 * adds an item, the field with the item's id.
 */
export type AddedInLog = (idIn: Readonly<Record<string, string>>) => Promise<ReadonlyMap<string, number>>

const addedIn = async (log: EventLog, idIn: Readonly<Record<string, string>>): Promise<ReadonlyMap<string, number>> => {
  const added = new Map<string, number>()
  for await (const { events } of log.batches({ after: 0n, live: false }))
    for (const { type, data } of events) {
      const field = idIn[type]
      if (field === undefined) continue
      const said = data as Record<string, unknown>
      const id = `${said.userId}.${said[field]}`
      added.set(id, (added.get(id) ?? 0) + 1)
    }
  return added
}

/** Reads the log of an app on the embedded database of the given data folder. */
export const logOfEmbedded =
  (dataDir: string): AddedInLog =>
  async (idIn) => {
    const url = postgresUrl(join(dataDir, 'postgres'))
    const pool = createPool(url)
    const listener = postgresListener({ connectionString: url })
    const log = postgresEventLog({ pool, listener })
    try {
      return await addedIn(log, idIn)
    } finally {
      await log.close()
      await listener.close()
      await pool.end()
    }
  }

/** Reads the log of an app on the given EventStoreDB. */
export const logOfEventStore =
  (url: string): AddedInLog =>
  async (idIn) => {
    const log = eventStoreDbLog({ url })
    try {
      return await addedIn(log, idIn)
    } finally {
      await log.close()
    }
  }
