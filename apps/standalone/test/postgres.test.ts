import { freshDatabase, type TestDatabase } from '@pathlight/testing/postgres.ts'
import { afterAll, beforeAll, describe } from 'vitest'
import { itemsContract, manyItemsContract, peopleContract, refusalsContract } from './app.contract.ts'
import { type AppUnderTest, startInProcess } from './app-under-test.contract.ts'

describe('the app on PostgreSQL', () => {
  let database: TestDatabase
  let running: AppUnderTest
  beforeAll(async () => {
    database = await freshDatabase()
    running = await startInProcess({ DATABASE_URL: database.url })
  })
  afterAll(async () => {
    await running.stop()
    await database.drop()
  })

  itemsContract(() => running)
  peopleContract(() => running)
  refusalsContract(() => running)
  manyItemsContract(() => running)
})
