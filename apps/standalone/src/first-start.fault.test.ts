import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { type AppProcess, startProcess } from './app-process.contract.ts'
import { type ClusterStores, startClusterStores } from './cluster-stores.contract.ts'
import { userJourney } from './user-journey.contract.ts'

/** What a person sees at a first start, and at a second. */
const BUILT = ['Building the Bible library: ', 'The Bible library is ready.']
const READY = 'Pathlight is ready: http://127.0.0.1:'
const unexpected = (output: string, expected: readonly string[]) =>
  output.split('\n').filter((line) => line !== '' && !expected.some((beginning) => line.startsWith(beginning)))

describe('a first start, the main journey, and a second start', () => {
  const folder = mkdtempSync(join(tmpdir(), 'pathlight-first-'))
  const stops: (() => Promise<unknown>)[] = []
  afterAll(async () => {
    for (const stop of stops.reverse()) await stop()
    rmSync(folder, { recursive: true, force: true })
  })

  /** Makes the journey with a restart in it; answers what each of the two starts printed, from beginning to end. */
  const travel = async (environment: Record<string, string>): Promise<[first: string, second: string]> => {
    const first = await startProcess(environment)
    let second: AppProcess | null = null
    stops.push(async () => (second ?? first).child.exitCode === null && (second ?? first).kill())
    await userJourney(first, async () => {
      expect(await first.stop('SIGINT')).toBe(0)
      second = await startProcess(environment)
      return second
    })
    const { stop, output } = second as unknown as AppProcess
    expect(await stop()).toBe(0)
    return [first.output(), output()]
  }

  it('on the embedded database: nothing but friendly lines is said, in words anybody understands', async () => {
    const dataDir = join(folder, 'embedded')
    const [first, second] = await travel({ DATA_DIR: dataDir })
    expect(unexpected(first, [...BUILT, READY, 'Stopping ...'])).toEqual([])
    expect(unexpected(second, [READY])).toEqual([])
    const fromPostgres = readFileSync(join(dataDir, 'postgres.log'), 'utf8')
    expect(fromPostgres.match(/^.*\b(ERROR|PANIC): .*$/gm) ?? []).toEqual([])
  })

  it('on the cluster stores: the same', async ({ skip }) => {
    const stores: ClusterStores | null = await startClusterStores()
    if (stores === null) return skip('set TEST_SERVERS_DIR, and install redis-server')
    stops.unshift(stores.stop)
    const [first, second] = await travel({ DATA_DIR: join(folder, 'cluster'), ...stores.environment })
    expect(unexpected(first, [...BUILT, READY, 'Stopping ...'])).toEqual([])
    expect(unexpected(second, [READY])).toEqual([])
  })
})
