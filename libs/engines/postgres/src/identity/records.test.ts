import { recordsContract } from '@pathlight/identity/records.contract.ts'
import { freshDatabase } from '@pathlight/testing/postgres.ts'
import { describe } from 'vitest'
import { postgresRecords } from './records.ts'

describe('in PostgreSQL', () => {
  recordsContract(async () => {
    const { pool, drop } = await freshDatabase()
    return { open: () => postgresRecords(pool), drop }
  })
})
