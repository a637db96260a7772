import { freshDatabase } from '@pathlight/testing/postgres.ts'
import { afterAll } from 'vitest'
import { eventLogContract } from './event-log.contract.ts'
import { postgresEventLog } from './postgres.ts'

const database = await freshDatabase()
afterAll(() => database.drop())

eventLogContract('PostgreSQL', {
  open: () => postgresEventLog({ pool: database.pool, listen: database.config }),
  feedEvents: 10_000,
})
