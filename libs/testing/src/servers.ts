import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startEmbeddedPostgres } from '@pathlight/engine-postgres/connection/embedded-postgres.ts'
import type { ServerVariable } from './describe-with.ts'
import { type PrivateServer, startEventStoreDb, startMongoDb, startRedis } from './private-servers.ts'

const quiet = { info: () => undefined, warn: () => undefined }

/**
 * Vitest's global setup: starts the servers that all test files of a run share. If the environment names a server
 * (DATABASE_URL, EVENTSTORE_URL, MONGODB_URL, REDIS_URL), that server is used instead. If there is neither such a
 * variable nor the server's program, a warning names the variable, and the suites that need the server are skipped
 * (`describeWith`). With TEST_QUICK there is only PostgreSQL.
 */
export default async function servers(): Promise<() => Promise<void>> {
  const stops: (() => Promise<void>)[] = []
  const folder = mkdtempSync(join(tmpdir(), 'pathlight-servers-'))

  const postgres = async () => {
    if (process.env.DATABASE_URL || process.env.TEST_POSTGRES_URL) return
    const server = await startEmbeddedPostgres({
      dataDir: join(folder, 'postgres', 'data'),
      log: quiet,
      durable: false,
    })
    process.env.TEST_POSTGRES_URL = server.url
    stops.push(() => server.stop())
  }
  const composed = 'Start one (docker compose -f deploy/stores.compose.yml up -d --wait) and name it by that variable'
  /** Starts a server, unless the environment names one. Returns the started server, or null if none was started. */
  const own = async (
    variable: ServerVariable,
    start: (folder: string) => Promise<PrivateServer | null>,
    advice: string,
  ): Promise<PrivateServer | null> => {
    if (process.env.TEST_QUICK) delete process.env[variable]
    if (process.env.TEST_QUICK || process.env[variable]) return null
    const server = await start(folder)
    if (server) {
      process.env[variable] = server.url
      stops.push(() => server.stop())
    } else console.warn(`\u001B[33mSKIPPED: every suite that needs ${variable}. ${advice}\u001B[0m`)
    return server
  }
  /**
   * FerretDB executes one command at a time. So three of them run, and test files wait less for each other
   * (own-mongodb.ts).
   */
  const mongoDb = async () => {
    const first = await own('MONGODB_URL', startMongoDb, `${composed}, as deploy/stores.compose.yml says`)
    if (!first) return
    const others = await Promise.all([startMongoDb(folder), startMongoDb(folder)])
    process.env.TEST_MONGODB_URLS = [first, ...others].map((server) => server?.url).join(' ')
    stops.push(...others.map((server) => async () => server?.stop()))
  }
  const started = await Promise.allSettled([
    postgres(),
    own('EVENTSTORE_URL', startEventStoreDb, `${composed}: esdb://127.0.0.1:2113?tls=false`),
    mongoDb(),
    own('REDIS_URL', startRedis, 'Install redis-server, or name one by that variable: redis://127.0.0.1:6379'),
  ])

  const stop = async () => {
    await Promise.allSettled(stops.map((stopOne) => stopOne()))
    rmSync(folder, { recursive: true, force: true })
  }
  const failed = started.find((start) => start.status === 'rejected')
  if (failed) {
    await stop()
    throw failed.reason
  }
  return stop
}
