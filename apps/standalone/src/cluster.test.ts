import { createMongoClient } from '@pathlight/stores/mongo-client.ts'
import { createRedis, whenConnected } from '@pathlight/stores/redis-client.ts'
import { describeWith, ownName } from '@pathlight/testing/describe-with.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { accountsContract } from './accounts.contract.ts'
import { type AppUnderTest, openBrowser, startApp } from './app-under-test.contract.ts'
import { badInputContract } from './bad-input.contract.ts'
import { notesContract } from './notes.contract.ts'

describeWith(['EVENTSTORE_URL', 'MONGODB_URL', 'REDIS_URL'], 'the app on the cluster stores', (urls) => {
  const name = ownName()
  const mongo = urls.MONGODB_URL.replace(/^([^/]+\/\/[^/?]+)\/?[^?]*/, `$1/${name}`)
  let running: AppUnderTest
  beforeAll(async () => {
    running = await startApp({ ...urls, MONGODB_URL: mongo, NAMESPACE: name, DATABASE_URL: '' })
  })
  afterAll(async () => {
    await running.stop()
    const client = createMongoClient(mongo)
    await client.db(name).dropDatabase()
    await client.close()
    const redis = createRedis(urls.REDIS_URL)
    await whenConnected(redis)
    // Jobs, rate limits: both begin with the namespace, in braces or not.
    for await (const keys of redis.scanStream({ match: `*${name}*`, count: 1_000 }))
      if (keys.length > 0) await redis.unlink(...(keys as string[]))
    redis.disconnect()
  })

  notesContract(() => running)
  accountsContract(() => running)
  badInputContract(() => running)

  it('counts requests apart from another installation on the same Redis', async () => {
    const body = { email: 'limited@example.org', password: 'x' }
    await openBrowser(running.app).ask('POST', '/api/auth/login', { body })
    expect(await running.stores.rateLimitStore?.redis.keys(`${name}.rate.*limited@example.org`)).toHaveLength(1)
  })
})
