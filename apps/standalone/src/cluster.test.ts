import { describeWith, ownName } from '@pathlight/testing/describe-with.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { accountsContract } from './accounts.contract.ts'
import { type AppUnderTest, openBrowser, startApp } from './app-under-test.contract.ts'
import { badInputContract } from './bad-input.contract.ts'
import { notesContract } from './notes.contract.ts'

describeWith(['EVENTSTORE_URL', 'MONGODB_URL', 'REDIS_URL'], 'the app on the cluster stores', (urls) => {
  const name = ownName()
  let running: AppUnderTest
  beforeAll(async () => {
    const mongo = urls.MONGODB_URL.replace(/^([^/]+\/\/[^/?]+)\/?[^?]*/, `$1/${name}`)
    running = await startApp({ ...urls, MONGODB_URL: mongo, NAMESPACE: name, DATABASE_URL: '' })
  })
  afterAll(() => running.stop())

  notesContract(() => running)
  accountsContract(() => running)
  badInputContract(() => running)

  it('counts requests apart from another installation on the same Redis', async () => {
    const body = { email: 'limited@example.org', password: 'x' }
    await openBrowser(running.app).ask('POST', '/api/auth/login', { body })
    expect(await running.stores.rateLimitStore?.redis.keys(`${name}.rate.*limited@example.org`)).toHaveLength(1)
  })
})
