import { freshDatabase, type TestDatabase } from '@pathlight/testing/postgres.ts'
import { afterAll, beforeAll, describe } from 'vitest'
import { accountsContract } from './accounts.contract.ts'
import { startApp } from './app-under-test.contract.ts'
import { badInputContract } from './bad-input.contract.ts'
import { notesContract } from './notes.contract.ts'

describe('the app on PostgreSQL', () => {
  let database: TestDatabase
  beforeAll(async () => {
    database = await freshDatabase()
  })
  afterAll(() => database.drop())
  const start = () => startApp({ DATABASE_URL: database.url })

  notesContract(start)
  accountsContract(start)
  badInputContract(start)
})
