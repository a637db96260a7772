import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { RunningProjections } from '@pathlight/read-models/projection-status.ts'
import type { ReadModelStore } from '@pathlight/read-models/read-model-store.ts'
import { runProjections } from '@pathlight/read-models/run-projections.ts'
import { accountsProjection, expectedAccounts, MemoryLog } from '@pathlight/read-models/test/accounts.contract.ts'
import { tellingOfCommits } from '@pathlight/read-models/test/runner.contract.ts'
import { eventually } from '@pathlight/testing/eventually.ts'
import { freshDatabase } from '@pathlight/testing/postgres.ts'
import type { ClientConfig } from 'pg'
import { afterAll, afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { startEmbeddedPostgres } from '../connection/embedded-postgres.ts'
import { type PostgresListener, postgresListener } from '../connection/listener.ts'
import { createPool } from '../connection/pool.ts'
import { postgresReadModelStore } from './read-model-store.ts'

const database = await freshDatabase()
afterAll(() => database.drop())

/** Repeats a query until it succeeds, because the pool may still use a connection that was cut. */
const onceConnected = <T>(ask: () => Promise<T>): Promise<T> => eventually(ask)

describe('read models in PostgreSQL in trouble', () => {
  let spaces = 0
  let schema: string
  let log: MemoryLog
  let store: ReadModelStore
  let stop: AbortController
  let running: RunningProjections | undefined
  let listeners: PostgresListener[]
  beforeEach(() => {
    log = new MemoryLog()
    schema = `space_${++spaces}`
    listeners = []
    store = openStore()
    stop = new AbortController()
  })
  afterEach(async () => {
    stop.abort()
    await running?.done
    await store.close()
    await Promise.all(listeners.map((listener) => listener.close()))
  })
  /** A store with a listening connection of its own, as another process has it. */
  const openStore = (pool = database.pool, config: ClientConfig = database.config) => {
    const listener = postgresListener(config)
    listeners.push(listener)
    return postgresReadModelStore({ pool, listener, schema })
  }
  const start = () => {
    const projection = accountsProjection('accounts')
    const logger = { info: () => {}, warn: () => {}, error: () => {} }
    const projections = [projection]
    const closing = 'AccountClosed'
    running = runProjections({ log, store, projections, closing, signal: stop.signal, logger, batchSize: 3 })
    return projection
  }

  it('apply every event once though all connections are cut again and again', async () => {
    const projection = start()
    let cuts = 0
    for (let seed = 1; seed <= 20; seed++) {
      const before = await log.head()
      log.jumble(30, seed)
      // The cut comes while the runner makes the ten commits for the 30 events.
      await eventually(async () => expect(await store.position()).toBeGreaterThan(before))
      cuts += await database.cut('%')
    }
    await eventually(async () => expect(await store.position()).toBe(await log.head()))
    const documents = store.collection(projection)
    expect(await onceConnected(() => documents.find())).toEqual(expectedAccounts(log.events))
    expect(cuts).toBeGreaterThan(20)
  })

  it('wake waiters again after the listening connection was cut', async () => {
    start()
    // The store `reader` never polls, because the timer of its interval is fake. Only a signal can wake it.
    vi.useFakeTimers({ toFake: ['setInterval'] })
    onTestFinished(() => void vi.useRealTimers())
    const reader = openStore()
    expect(await reader.waitFor(log.pay('a'), 60_000)).toBe(true)
    for (let round = 0; round < 3; round++) {
      await eventually(async () => expect(await database.cut('LISTEN%')).toBeGreaterThan(0))
      expect(await reader.waitFor(log.pay('a'), 60_000)).toBe(true)
      // A load that began before the cut may answer late, with an older position.
      await eventually(async () => expect(await reader.position()).toBe(await log.head()))
    }
    await reader.close()
  })

  it('never say a position they do not reflect while connections are cut', async () => {
    const projection = start()
    const reader = openStore()
    const documents = reader.collection(projection)
    let reads = 0
    let writing = true
    onTestFinished(() => {
      writing = false
    })
    const reading = (async () => {
      while (writing) {
        try {
          const position = await reader.position()
          const found = await documents.get('a')
          expect(BigInt(found?.last ?? 0)).toBeGreaterThanOrEqual(position)
          reads++
        } catch (error) {
          expect(error).toMatchObject({ code: 'store_unavailable' })
        }
      }
    })()
    for (let round = 0; round < 15; round++) {
      for (let i = 0; i < 5; i++) log.pay('a')
      await database.cut(round % 2 === 0 ? 'LISTEN%' : '%')
      await eventually(async () => expect(await store.position()).toBe(await log.head()))
    }
    writing = false
    await reading
    expect(reads).toBeGreaterThan(0)
    await reader.close()
  })

  it('make again what a crash of the server took from them', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'pathlight-crash-'))
    const quiet = { info: () => {}, warn: () => {} }
    const server = await startEmbeddedPostgres({ dataDir: join(folder, 'postgres'), log: quiet })
    const pool = createPool(server.url, { log: quiet })
    const open = () => openStore(pool, { connectionString: server.url })
    const [own, reader] = [open(), open()]
    onTestFinished(async () => {
      stop.abort()
      await reader.close()
      await own.close()
      await pool.end()
      await server.stop()
      rmSync(folder, { recursive: true, force: true })
    })
    // The longest possible delay of writes to the disk, so that the crash of the server loses many commits.
    await pool.query(`ALTER SYSTEM SET wal_writer_delay = '10s'`)
    await pool.query('SELECT pg_reload_conf()')
    const projection = accountsProjection('accounts')
    let commits = 0
    running = runProjections({
      log,
      store: tellingOfCommits(own, () => {
        commits++
      }),
      projections: [projection],
      closing: 'AccountClosed',
      signal: stop.signal,
      logger: { ...quiet, error: () => {} },
    })
    await running.opened
    for (let n = 0; n < 50; n++) expect(await reader.waitFor(log.pay('a'), 60_000)).toBe(true)
    const head = await log.head()
    expect(await reader.position()).toBe(head)

    const { rows } = await pool.query<{ pid: number }>('SELECT pg_backend_pid() AS pid')
    process.kill(rows[0]?.pid ?? 0, 'SIGKILL') // the postmaster then ends all other processes and restarts the server
    const documents = reader.collection(projection)
    await eventually(async () => {
      const position = await reader.position()
      const found = await documents.get('a')
      expect(BigInt(found?.last ?? 0)).toBeGreaterThanOrEqual(position)
      expect(position).toBe(head)
    })
    // The crash must come after many commits, or the test would show nothing.
    expect(commits).toBeGreaterThan(50)
    expect(await onceConnected(() => documents.find())).toEqual(expectedAccounts(log.events))
  })
})
