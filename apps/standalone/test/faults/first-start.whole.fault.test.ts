import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { emptyFolder, startApp } from '@pathlight/testing/app-process.ts'
import { startClusterStores } from '@pathlight/testing/cluster-stores.ts'
import { describe, expect, it } from 'vitest'
import { userJourney } from '../items/user-journey.contract.ts'

/** The beginnings of the lines that the operator sees. BUILT, NOBODY and KEYS come only at the first start. */
const BUILT = ['Building the Bible library: ', 'The Bible library is ready.']
const NOBODY =
  'Nobody has an account here yet. Who signs up first by this link administers this Pathlight: http://127.0.0.1:'
const READY = 'Pathlight is ready: http://127.0.0.1:'
/**
 * The message names the folder of epoch keys. Where the stores are on other machines, the operator must back up the
 * folder.
 */
const KEYS = 'The key of the epoch is kept in '
/** The warning about a MongoDB that is a single server, as the test's MongoDB is. */
const SINGLE = 'MongoDB runs as a single server, not as a replica set.'
/**
 * Whether a line is the JSON of the log, which repeats each message for the operator, or says that the event loop was
 * held, as it may be on a slow machine.
 */
const isTold = (line: string) => line.startsWith('{"level":30,') || line.includes('The event loop was held')
const unexpected = (output: string, expected: readonly string[]) =>
  output
    .split('\n')
    .filter((line) => line !== '' && !isTold(line) && !expected.some((beginning) => line.startsWith(beginning)))

describe('a first start, the main journey, and a second start', () => {
  /** Runs the journey with a restart in it. Answers the output of the two starts. */
  const travel = async (dataDir: string, environment: Record<string, string> = {}): Promise<[string, string]> => {
    const app = await startApp({ dataDir, environment })
    const first = app.launch
    await userJourney(app.address, async () => {
      expect(await app.stop('SIGINT')).toBe(130)
      await app.start()
    })
    expect(await app.stop()).toBe(0)
    return [first.output(), app.launch.output()]
  }

  it('on the embedded database: nothing but friendly lines is said, in words that every person understands', async () => {
    const dataDir = emptyFolder()
    const [first, second] = await travel(dataDir)
    expect(unexpected(first, [...BUILT, NOBODY, READY, 'Stopping ...'])).toEqual([])
    expect(unexpected(second, [READY])).toEqual([])
    const fromPostgres = readFileSync(join(dataDir, 'postgres.log'), 'utf8')
    expect(fromPostgres.match(/^.*\b(ERROR|PANIC): .*$/gm) ?? []).toEqual([])
  })

  it('on the cluster stores: the same', async ({ skip }) => {
    const stores = await startClusterStores()
    if (stores === null) return skip('set TEST_SERVERS_DIR, and install redis-server')
    const [first, second] = await travel(emptyFolder(), stores.environment)
    expect(unexpected(first, [KEYS, SINGLE, ...BUILT, NOBODY, READY, 'Stopping ...'])).toEqual([])
    expect(unexpected(second, [SINGLE, READY])).toEqual([])
  })
})
