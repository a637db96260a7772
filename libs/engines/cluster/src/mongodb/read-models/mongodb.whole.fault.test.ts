import type { ReadModelStore } from '@pathlight/read-models/read-model-store.ts'
import { runProjections } from '@pathlight/read-models/run-projections.ts'
import { accountsProjection, expectedAccounts, MemoryLog } from '@pathlight/read-models/test/accounts.contract.ts'
import { describeOn } from '@pathlight/testing/describe-with.ts'
import { eventually } from '@pathlight/testing/eventually.ts'
import { type PrivateServer, startMongoDb, startRedis } from '@pathlight/testing/private-servers.ts'
import { afterAll, beforeEach, expect, it, onTestFinished, vi } from 'vitest'
import { createRedis } from '../../redis/client.ts'
import { redisSignals } from '../../redis/signals.ts'
import { createMongoClient } from '../client.ts'
import { mongoReadModelStore } from './read-model-store.ts'

const mongo = await startMongoDb()
const redis = await startRedis()
afterAll(async () => {
  await mongo?.stop()
  await redis?.stop()
})

const suite = (mongo: PrivateServer, redis: PrivateServer) => {
  let names = 0
  let log: MemoryLog
  let name: string
  beforeEach(() => {
    log = new MemoryLog()
    name = `fault_${++names}`
  })

  /** A store with connections of its own, as another process has it. */
  const openStore = (): ReadModelStore => {
    const client = createMongoClient(mongo.url)
    const connection = createRedis(redis.url)
    const store = mongoReadModelStore({ db: client.db(name), signals: redisSignals(connection, name) })
    onTestFinished(async () => {
      await store.close()
      await client.close()
      connection.disconnect()
    })
    return store
  }
  const start = (store: ReadModelStore) => {
    const projection = accountsProjection(name)
    const stop = new AbortController()
    const logger = { info: () => {}, warn: () => {}, error: () => {} }
    const running = runProjections({
      log,
      store,
      projections: [projection],
      closing: 'AccountClosed',
      signal: stop.signal,
      logger,
      batchSize: 40,
    })
    onTestFinished(async () => {
      stop.abort()
      await running.done
    })
    return projection
  }
  const caughtUp = (store: ReadModelStore) =>
    eventually(async () => expect(await store.position()).toBe(await log.head()))

  it('apply every event once though the server is killed in the midst of bulks', async () => {
    const store = openStore()
    const projection = start(store)
    // The database must exist and the client must be connected before the first kill. FerretDB does not start again if
    // it is killed while it creates a database.
    log.jumble(20)
    await caughtUp(store)
    for (let seed = 1; seed <= 5; seed++) {
      log.jumble(120, seed)
      // In each round the kill comes at another moment of the writing.
      await new Promise((resolve) => setTimeout(resolve, seed * 7))
      await mongo.kill()
      await mongo.restart()
    }
    await caughtUp(store)
    expect(await store.collection(projection).find()).toEqual(expectedAccounts(log.events))
  })

  it('go on by themselves when the server was silent for a while', async () => {
    const store = openStore()
    const projection = start(store)
    log.jumble(20)
    await caughtUp(store)
    mongo.pause()
    log.jumble(20, 2)
    await expect(openStore().collection(projection).find()).rejects.toMatchObject({
      code: 'store_unavailable',
    })
    mongo.resume()
    await caughtUp(store)
    expect(await store.collection(projection).find()).toEqual(expectedAccounts(log.events))
  })

  it('wake and tell readers without signals, and with them again when Redis is back', async () => {
    const projection = start(openStore())
    const asking = openStore()
    await asking.position()
    // The store `signalled` never polls, because the timer of its interval is fake. Only a signal can wake it.
    vi.useFakeTimers({ toFake: ['setInterval'] })
    onTestFinished(() => void vi.useRealTimers())
    const signalled = openStore()
    await signalled.position()
    vi.useRealTimers()
    const paidAndRead = async (reader: ReadModelStore) => {
      const position = log.pay('a')
      expect(await reader.waitFor(position, 60_000)).toBe(true)
      expect((await reader.collection(projection).get('a'))?.last).toBe(String(position))
      expect(await reader.position()).toBe(position)
    }
    for (const reader of [asking, signalled]) await paidAndRead(reader)
    for (const [away, back] of [
      [() => redis.kill(), () => redis.restart()],
      [async () => redis.pause(), async () => redis.resume()],
    ] as const) {
      await away()
      for (let i = 0; i < 3; i++) await paidAndRead(asking)
      expect(await asking.waitFor((await log.head()) + 1n, 200)).toBe(false)
      await back()
      for (let i = 0; i < 2; i++) await paidAndRead(signalled)
    }
  })
}

describeOn(
  mongo && redis && { mongo, redis },
  'read models in MongoDB in trouble',
  'set TEST_SERVERS_DIR, and install redis-server',
  ({ mongo, redis }) => suite(mongo, redis),
)
