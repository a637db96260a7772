import { postgresListener } from '@pathlight/engine-postgres/connection/listener.ts'
import { createPool, explainPostgres } from '@pathlight/engine-postgres/connection/pool.ts'
import { postgresEventLog } from '@pathlight/engine-postgres/event-log/event-log.ts'
import { postgresRestore } from '@pathlight/engine-postgres/event-log/restore.ts'
import { postgresRecords } from '@pathlight/engine-postgres/identity/records.ts'
import { postgresJobs } from '@pathlight/engine-postgres/jobs.ts'
import { postgresReadModelStore } from '@pathlight/engine-postgres/read-models/read-model-store.ts'
import { archiveOver } from '@pathlight/identity/archive-over.ts'
import { openDataKeys } from '@pathlight/identity/open-data-keys.ts'
import { openIdentity } from '@pathlight/identity/open-identity.ts'
import type { WrappedKeysOptions } from '@pathlight/identity/wrapped-keys.ts'
import type { JobTypes } from '@pathlight/jobs/jobs.ts'
import { waitForStore } from '@pathlight/stores/wait-for-store.ts'
import type { Engines, StoresOptions } from './engines.ts'
import { troubleWith } from './trouble.ts'

/** The stores on one PostgreSQL. Each store has a schema of its own. */
export const onPostgres = async <J extends JobTypes>(
  url: string,
  keys: Omit<WrappedKeysOptions, 'now'>,
  options: StoresOptions,
): Promise<Engines<J>> => {
  const { say, logger, lifecycle } = options
  const onTrouble = troubleWith(options, 'PostgreSQL')
  const pool = createPool(url, { log: logger })
  lifecycle.onStop('the connections to PostgreSQL', () => pool.end())
  const ping = () => pool.query('SELECT 1')
  const askFirst = () =>
    ping().catch((error: unknown) => {
      throw explainPostgres(error)
    })
  await waitForStore('PostgreSQL', askFirst, { log: say, signal: lifecycle.signal })

  const listen = { connectionString: url }
  const listener = postgresListener(listen, onTrouble)
  lifecycle.onStop('the listening to PostgreSQL', () => listener.close())
  const plainLog = postgresEventLog({ pool, listener, onTrouble })
  const readModels = postgresReadModelStore({ pool, listener })
  const { takeKeyWhereEmpty = false } = options
  const records = await postgresRecords(pool)
  const dataKeys = await openDataKeys(records, { ...keys, takeKeyWhereEmpty })
  const identity = openIdentity(records, dataKeys)
  const jobs = postgresJobs<J>({ url, onTrouble })
  const archives = archiveOver(records, dataKeys)
  const size = async () => {
    const { rows } = await pool.query<{ bytes: string }>('SELECT pg_database_size(current_database()) AS bytes')
    return { bytes: Number(rows[0]?.bytes ?? 0), of: 'disk' as const }
  }
  const named = { pings: { PostgreSQL: ping }, sizes: { PostgreSQL: size } }
  const restoreEvents = postgresRestore({ pool })
  return { plainLog, restoreEvents, readModels, identity, dataKeys, archives, jobs, rateLimitStore: null, ...named }
}
