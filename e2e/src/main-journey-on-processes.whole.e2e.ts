import { isRunning } from '@pathlight/testing/app-process.ts'
import { describe, expect, it } from 'vitest'
import type { JourneyApp } from './app-in-browser.ts'
import { KINDS, killOneOfEach, startClusterByCommand } from './cluster-by-command.ts'
import { mainJourney } from './main-journey.ts'
import { DESKTOP, type Person } from './person.ts'

const cluster = await startClusterByCommand()

/** The browser's message when a process was killed during a call. The page repeats the call. */
const KILLED = /status of 50[234]|net::ERR_/

/**
 * The addresses at which two reads in a row were answered with a status of 500 or more, each with the status. The
 * stream of changes is no read: the page opens the stream again until the server answers, and nobody sees that.
 */
const failedTwice: string[] = []
const watchReads = ({ page }: Person): void => {
  const failed = new Set<string>()
  page.on('response', (answer) => {
    const [url, request] = [answer.url(), answer.request()]
    if (request.method() !== 'GET' || request.resourceType() === 'eventsource') return
    if (answer.status() < 500) failed.delete(url)
    else if (failed.has(url)) failedTwice.push(`${answer.status()} ${url}`)
    else failed.add(url)
  })
}

describe.skipIf(cluster === null)(
  'npm run cluster, one process of each kind killed with -9 every few seconds (skipped without nginx, redis-server, TEST_SERVERS_DIR)',
  () => {
    if (cluster === null) return
    const kills: number[] = []
    const asApp = async (): Promise<JourneyApp> => {
      let killer = killOneOfEach(cluster)
      const stop = async () => {
        await killer.end()
        for (const [nth, times] of killer.kills().entries()) kills[nth] = (kills[nth] ?? 0) + times
      }
      return {
        address: cluster.address,
        dataDir: '',
        stop: async () => {
          await stop()
          return 0
        },
        kill: stop,
        // In place of a restart, one process of each kind is killed at the same time.
        start: async () => {
          await cluster.kill(...KINDS.map((kind) => cluster.of(kind)[0] ?? 0))
          killer = killOneOfEach(cluster)
        },
      }
    }
    const on = { start: asApp, killed: KILLED, watch: watchReads }
    mainJourney('many processes, at a desk', { device: DESKTOP, ...on })

    it('went on while processes were killed, and no read failed twice', () => {
      // On a busy machine a killed process may need long to return, so each kind need only be killed once.
      expect(kills).toHaveLength(KINDS.length)
      expect(Math.min(...kills), kills.join()).toBeGreaterThan(0)
      expect(failedTwice).toEqual([])
    })

    it('ends as it began, by Ctrl-C: no process of it is left', async () => {
      const pids = cluster.pids()
      expect(await cluster.interrupt()).toBe(0)
      expect(pids.filter(isRunning)).toEqual([])
      await expect(fetch(cluster.address)).rejects.toThrow()
    })
  },
)
