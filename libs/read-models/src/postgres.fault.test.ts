import { eventually } from '@pathlight/testing/eventually.ts'
import { freshDatabase } from '@pathlight/testing/postgres.ts'
import { Pool } from 'pg'
import { afterAll, afterEach, beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { type Account, accountsProjection, expectedAccounts, MemoryLog } from './accounts.contract.ts'
import { postgresReadModelStore } from './postgres.ts'
import type { ReadModelStore } from './read-model-store.ts'
import { type RunningProjections, runProjections } from './run-projection.ts'

const database = await freshDatabase()
/** Not one of the connections that are cut. */
const surgeon = new Pool({ ...database.config, application_name: 'surgeon', max: 1 })
afterAll(async () => {
  await surgeon.end()
  await database.drop()
})

/** Cuts the connections whose last statement is like this; answers how many there were. */
const cut = async (statement: string): Promise<number> => {
  const { rowCount } = await surgeon.query(
    `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
     WHERE datname = current_database() AND application_name <> 'surgeon' AND query LIKE $1`,
    [statement],
  )
  return rowCount ?? 0
}

describe('read models in PostgreSQL in trouble', () => {
  let names = 0
  let log: MemoryLog
  let store: ReadModelStore
  let stop: AbortController
  let running: RunningProjections | undefined
  beforeEach(() => {
    log = new MemoryLog()
    store = postgresReadModelStore({ pool: database.pool, listen: database.config })
    stop = new AbortController()
  })
  afterEach(async () => {
    stop.abort()
    await running?.done
    await store.close()
  })
  const start = () => {
    const projection = accountsProjection(`fault_${++names}`)
    const logger = { info: () => {}, warn: () => {}, error: () => {} }
    running = runProjections({ log, store, projections: [projection], signal: stop.signal, logger, batchSize: 3 })
    return projection
  }

  it('apply every event once though all connections are cut again and again', async () => {
    const projection = start()
    let cuts = 0
    for (let seed = 1; seed <= 20; seed++) {
      const before = await log.head()
      log.jumble(30, seed)
      // In the midst of its ten commits.
      await eventually(async () => expect(await store.checkpoint(projection.name)).toBeGreaterThan(before), 30_000)
      cuts += await cut('%')
    }
    await eventually(async () => expect(await store.checkpoint(projection.name)).toBe(await log.head()), 30_000)
    expect(await store.collection<Account>(projection.collection).find()).toEqual(expectedAccounts(log.events))
    expect(cuts).toBeGreaterThan(20)
  })

  it('wake waiters again after the listening connection was cut', async () => {
    const projection = start()
    const reader = postgresReadModelStore({ pool: database.pool, listen: database.config })
    expect(await reader.waitFor(projection.name, log.pay('a'), 20_000)).toBe(true)
    for (let round = 0; round < 3; round++) {
      await eventually(async () => expect(await cut('LISTEN%')).toBeGreaterThan(0))
      expect(await reader.waitFor(projection.name, log.pay('a'), 20_000)).toBe(true)
      expect(await reader.checkpoint(projection.name)).toBe(await log.head())
    }
    // Signals, not the second-long re-check, once the connection is back.
    await eventually(async () => {
      const started = performance.now()
      expect(await reader.waitFor(projection.name, log.pay('a'), 20_000)).toBe(true)
      expect(performance.now() - started).toBeLessThan(300)
    })
    await reader.close()
  })

  it('never say a position they do not reflect while connections are cut', async () => {
    const projection = start()
    const reader = postgresReadModelStore({ pool: database.pool, listen: database.config })
    const documents = reader.collection<Account>(projection.collection)
    let reads = 0
    let writing = true
    onTestFinished(() => {
      writing = false
    })
    const reading = (async () => {
      while (writing) {
        try {
          const position = await reader.checkpoint(projection.name)
          const found = (await documents.get(['a'])).get('a')
          expect(found?.at ?? 0n).toBeGreaterThanOrEqual(position)
          reads++
        } catch (error) {
          expect(error).toMatchObject({ code: 'store_unavailable' })
        }
      }
    })()
    for (let round = 0; round < 15; round++) {
      for (let i = 0; i < 5; i++) log.pay('a')
      await cut(round % 2 === 0 ? 'LISTEN%' : '%')
      await eventually(async () => expect(await store.checkpoint(projection.name)).toBe(await log.head()), 30_000)
    }
    writing = false
    await reading
    expect(reads).toBeGreaterThan(0)
    await reader.close()
  })
})
