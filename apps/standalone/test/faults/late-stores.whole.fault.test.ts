import { emptyFolder, launchApp, preparedFolder } from '@pathlight/testing/app-process.ts'
import { type ClusterStores, startClusterStores } from '@pathlight/testing/cluster-stores.ts'
import { eventually } from '@pathlight/testing/eventually.ts'
import { freePort } from '@pathlight/testing/free-port.ts'
import { ask } from '@pathlight/testing/over-http.ts'
import { beforeAll, describe, expect, it } from 'vitest'
import { STORE_OUTAGES } from './store-outages.contract.ts'

describe('a cluster store that is not there when the app starts', () => {
  let started: ClusterStores | null = null
  const keys = emptyFolder()
  beforeAll(async () => {
    started = await startClusterStores()
  })

  it.for(STORE_OUTAGES)(
    'is waited for, with one line that says so: $name, $how',
    async ({ name, server, begin, end, reason }, { skip }) => {
      const stores = started ?? skip('set TEST_SERVERS_DIR, and install redis-server')
      await server(stores)[begin]()
      const port = await freePort()
      // The test starts one installation six times, so all starts need the epoch key of the first start.
      const environment = { ...stores.environment, EPOCH_KEYS: keys }
      const starting = launchApp({ ...environment, DATA_DIR: preparedFolder(environment), PORT: String(port) })
      const waiting = () => starting.output().match(/^Waiting for .*$/gm) ?? []
      await eventually(() => expect(waiting()).toHaveLength(1))
      expect(waiting()[0]).toMatch(new RegExp(`^Waiting for ${name} \\(.*${reason}.*\\) \\.\\.\\.$`))
      await server(stores)[end]()
      await starting.ready
      expect(starting.output()).toContain(`${name} is there: going on.\n`)
      expect(waiting()).toHaveLength(1)
      const ready = () => ask(`http://127.0.0.1:${port}`, 'GET', '/api/ready')
      await eventually(async () => expect((await ready()).status).toBe(200))
      expect(await starting.stop()).toBe(0)
    },
  )
})
