import { ownCluster } from '@pathlight/testing/cluster-stores.ts'
import { describeWith } from '@pathlight/testing/describe-with.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { accessContract } from './access.contract.ts'
import { accountsContract } from './accounts.contract.ts'
import { type AppUnderTest, openBrowser, startInProcess } from './app-under-test.contract.ts'
import { bookmarksContract } from './bookmarks.contract.ts'
import { closedAccountContract } from './closed-account.contract.ts'
import { highlightsContract } from './highlights.contract.ts'
import { listsContract } from './lists.contract.ts'
import { longListsContract } from './long-lists.contract.ts'
import { notesContract } from './notes.contract.ts'
import { refusedReadsContract } from './refused-reads.contract.ts'
import { refusedWritesContract } from './refused-writes.contract.ts'
import { sermonsContract } from './sermons.contract.ts'

describeWith(['EVENTSTORE_URL', 'MONGODB_URL', 'REDIS_URL'], 'the app on the cluster stores', (urls) => {
  const { name, environment } = ownCluster(urls)
  let running: AppUnderTest
  beforeAll(async () => {
    running = await startInProcess(environment)
  })
  afterAll(() => running.stop())

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

  it('counts requests apart from another installation on the same Redis', async () => {
    const body = { email: 'limited@example.org', password: 'x' }
    await openBrowser(running.app).ask('POST', '/api/auth/login', { body })
    expect(await running.stores.rateLimitStore?.redis.keys(`${name}.rate.*log-in*`)).not.toEqual([])
  })
})
