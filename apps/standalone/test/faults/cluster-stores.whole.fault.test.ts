import { startApp } from '@pathlight/testing/app-process.ts'
import { startClusterStores } from '@pathlight/testing/cluster-stores.ts'
import { describe, it } from 'vitest'
import { logOfEventStore } from '../items/log-behind-app.contract.ts'
import { writeUnderFire } from './write-under-fire.contract.ts'

describe('kill -9 of each cluster store, and of the app, during 2,000 writes', () => {
  it('loses no acknowledged note and doubles none, and the read models equal the log after', async ({ skip }) => {
    const stores = await startClusterStores()
    if (stores === null) return skip('set TEST_SERVERS_DIR, and install redis-server')
    const { eventStore, mongo, redis, environment } = stores
    const app = await startApp({ environment })
    const disturb = async (reached: (share: number) => Promise<void>) => {
      for (const [index, store] of [eventStore, mongo, redis].entries()) {
        await reached((index + 1) / 5)
        await store.kill()
        await store.restart()
      }
      await reached(4 / 5)
      await app.kill()
      await app.start()
    }
    const addedInLog = logOfEventStore(eventStore.url)
    // Few documents with many changes each, because the test's MongoDB (FerretDB) scans a whole collection for each
    // document that it replaces.
    const load = { people: 2, devices: 10, chapters: 2, writes: 2_000 }
    await writeUnderFire(app.address, { ...load, disturb, addedInLog })
    // The test takes a minute and a half alone, and four times as long beside other tests.
  }, 1_200_000)
})
