import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, it } from 'vitest'
import { type AppProcess, startProcess } from './app-process.contract.ts'
import { type ClusterStores, startClusterStores } from './cluster-stores.contract.ts'
import { notesInEventStore } from './log-behind-app.contract.ts'
import { writeUnderFire } from './write-under-fire.contract.ts'

/** The app on cluster stores of its own, each of which is killed while people write, and the app as well. */
describe('kill -9 of each cluster store, and of the app, during 2,000 writes', () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'pathlight-cluster-'))
  let stores: ClusterStores | null = null
  let running: Promise<AppProcess> | null = null
  beforeAll(async () => {
    stores = await startClusterStores()
  })
  afterAll(async () => {
    await (await running)?.stop()
    await stores?.stop()
    rmSync(dataDir, { recursive: true, force: true })
  })

  it('loses no acknowledged note and doubles none, and the read models equal the log after', async ({ skip }) => {
    if (stores === null) return skip('set TEST_SERVERS_DIR, and install redis-server')
    const { eventStore, mongo, redis, environment } = stores
    const start = () => startProcess({ DATA_DIR: dataDir, LOG_LEVEL: 'silent', ...environment })
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
    const notesInLog = notesInEventStore(eventStore.url)
    // Few documents, each touched often: FerretDB looks through a whole collection for each document that it replaces.
    const load = { people: 2, devices: 10, chapters: 2, writes: 2_000 }
    await writeUnderFire(() => app, { ...load, disturb, notesInLog })
    // A minute and a half on a quiet machine, twice that on a busy one.
  }, 360_000)
})
