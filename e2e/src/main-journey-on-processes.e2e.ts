import { setTimeout as sleep } from 'node:timers/promises'
import type { App } from '@pathlight/testing/app-process.ts'
import { type ComposedCluster, startComposedCluster } from '@pathlight/testing/composed-cluster.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { mainJourney } from './main-journey.ts'
import { DESKTOP } from './person.ts'

const KINDS = ['command', 'query', 'pages', 'projector', 'worker'] as const
/** How long all processes are there before one of each kind is killed again. */
const PAUSE_MS = 3_000

const cluster = await startComposedCluster()

/** One process of each kind is killed with -9, comes back, and after a pause it is the other one's turn. */
const killing = (running: ComposedCluster) => {
  let over = false
  let kills = 0
  const going = (async () => {
    for (let round = 0; !over; round++) {
      await sleep(PAUSE_MS)
      const victims = KINDS.flatMap((kind) => running.of(kind)[round % 2] ?? [])
      if (over) return
      await Promise.all(victims.map(({ kill }) => kill()))
      kills += victims.length
      await Promise.all(victims.map(({ ready }) => ready()))
    }
  })()
  return {
    kills: () => kills,
    end: async () => {
      over = true
      await going
    },
  }
}

describe.skipIf(cluster === null)(
  'on the processes of docker-compose.yml (skipped without nginx, redis-server, TEST_SERVERS_DIR)',
  () => {
    const running = cluster as ComposedCluster
    let killer: ReturnType<typeof killing>
    beforeAll(() => {
      killer = killing(running)
    })
    afterAll(() => killer.end())

    /** The gateway, as the journey knows an app. Its own restart is one of every process at the same time. */
    const asApp = async (): Promise<App> => ({
      address: running.address,
      dataDir: running.dataDir,
      get launch() {
        return running.of('pages')[0]?.launch as App['launch']
      },
      stop: async () => {
        await killer.end()
        await running.stop()
        return 0
      },
      kill: () => Promise.reject(new Error('The journey kills nothing by itself')),
      start: async () => {
        await running.start()
        killer = killing(running)
      },
    })
    mainJourney('many processes, one of each killed every few seconds', { device: DESKTOP, start: asApp })

    it('went on while processes were killed', () => {
      expect(killer.kills()).toBeGreaterThan(KINDS.length)
    })
  },
)
