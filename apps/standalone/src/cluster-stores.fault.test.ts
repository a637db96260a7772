import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type PrivateServer, startEventStoreDb, startMongoDb, startRedis } from '@pathlight/testing/private-servers.ts'
import { afterAll, beforeAll, describe, it } from 'vitest'
import { type AppProcess, startProcess } from './app-process.contract.ts'
import { writeUnderFire } from './write-under-fire.contract.ts'

/** The app on cluster stores of its own, each of which is killed while people write, and the app as well. */
describe('kill -9 of each cluster store, and of the app, while people write', () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'pathlight-cluster-'))
  let stores: { eventStore: PrivateServer; mongo: PrivateServer; redis: PrivateServer } | null = null
  let running: Promise<AppProcess> | null = null
  beforeAll(async () => {
    const [eventStore, mongo, redis] = await Promise.all([startEventStoreDb(), startMongoDb(), startRedis()])
    if (eventStore && mongo && redis) stores = { eventStore, mongo, redis }
    else await Promise.all([eventStore?.stop(), mongo?.stop(), redis?.stop()])
  })
  afterAll(async () => {
    await (await running)?.stop()
    await Promise.all([stores?.eventStore.stop(), stores?.mongo.stop(), stores?.redis.stop()])
    rmSync(dataDir, { recursive: true, force: true })
  })

  it('loses no acknowledged note and doubles none, and the read models equal the log after', async ({ skip }) => {
    if (stores === null) return skip('set TEST_SERVERS_DIR, and install redis-server')
    const { eventStore, mongo, redis } = stores
    const start = () =>
      startProcess({
        DATA_DIR: dataDir,
        LOG_LEVEL: 'silent',
        EVENTSTORE_URL: eventStore.url,
        MONGODB_URL: mongo.url,
        REDIS_URL: redis.url,
      })
    let app = start()
    running = app
    await app
    const disturb = async (reached: (share: number) => Promise<void>) => {
      for (const [index, store] of [eventStore, mongo, redis].entries()) {
        await reached((index + 1) / 5)
        await store.kill()
        await store.restart()
      }
      await reached(4 / 5)
      app = (await app).kill().then(start)
      running = app
      await app
    }
    // Few, because the stand-in for MongoDB looks through the whole collection at every guarded write: with 2,000 notes in
    // it one commit takes longer than any client waits.
    await writeUnderFire(() => app, { writers: 16, writes: 320, disturb })
  })
})
