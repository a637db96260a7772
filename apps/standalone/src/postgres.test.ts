import { freshDatabase, type TestDatabase } from '@pathlight/testing/postgres.ts'
import { afterAll, beforeAll, describe } from 'vitest'
import { accessContract } from './access.contract.ts'
import { accountsContract } from './accounts.contract.ts'
import { type AppUnderTest, startInProcess } from './app-under-test.contract.ts'
import { bookmarksContract } from './bookmarks.contract.ts'
import { closedAccountContract } from './closed-account.contract.ts'
import { highlightsContract } from './highlights.contract.ts'
import { listsContract } from './lists.contract.ts'
import { longListsContract } from './long-lists.contract.ts'
import { notesContract } from './notes.contract.ts'
import { refusedReadsContract } from './refused-reads.contract.ts'
import { refusedWritesContract } from './refused-writes.contract.ts'
import { sermonsContract } from './sermons.contract.ts'

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

  notesContract(() => running)
  highlightsContract(() => running)
  sermonsContract(() => running)
  bookmarksContract(() => running)
  listsContract(() => running)
  accountsContract(() => running)
  accessContract(() => running)
  closedAccountContract(() => running)
  refusedReadsContract(() => running)
  refusedWritesContract(() => running)
  longListsContract(() => running)
})
