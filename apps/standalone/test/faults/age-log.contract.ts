import { join } from 'node:path'
import { createPool } from '@pathlight/engine-postgres/connection/pool.ts'
import { postgresUrl } from '@pathlight/engine-postgres/connection/process.ts'
import type { App } from '@pathlight/testing/app-process.ts'

/** Makes all events in the log of a running app on its embedded database `days` old. */
export const ageLog = async ({ dataDir }: App, days: number): Promise<void> => {
  const at = new Date(Date.now() - days * 24 * 60 * 60 * 1000).toISOString()
  const pool = createPool(postgresUrl(join(dataDir, 'postgres')))
  const aged = `UPDATE event_log.events SET metadata = jsonb_set(metadata::jsonb, '{occurredAt}', to_jsonb($1::text))::json`
  await pool.query(aged, [at]).finally(() => pool.end())
}
