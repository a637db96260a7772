import { createServer } from 'node:net'
import { StoreUnavailable } from '@pathlight/stores/store-unavailable.ts'
import { freshDatabase } from '@pathlight/testing/postgres.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createPool, translate } from './pool.ts'

const quiet = { info: () => undefined, warn: () => undefined }
const failure = (work: Promise<unknown>): Promise<unknown> => work.then(() => 'no failure', translate)

describe('what a failed query means', () => {
  let database: Awaited<ReturnType<typeof freshDatabase>>
  beforeAll(async () => {
    database = await freshDatabase()
  })
  afterAll(() => database.drop())

  it('is that the store is away when no server listens, by address, name or socket', async () => {
    for (const url of [
      'postgresql://postgres@127.0.0.1:1/x',
      'postgresql://postgres@nowhere.invalid/x',
      'postgresql://postgres@/x?host=%2Fnowhere',
    ]) {
      const pool = createPool(url, { log: quiet })
      expect(await failure(pool.query('SELECT 1'))).toBeInstanceOf(StoreUnavailable)
      await pool.end()
    }
  })

  it('is that the store is away when what listens says nothing', async () => {
    const silent = createServer(() => undefined)
    await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve))
    const { port } = silent.address() as { port: number }
    const pool = createPool(`postgresql://postgres@127.0.0.1:${port}/x`, { log: quiet })
    expect(await failure(pool.query('SELECT 1'))).toBeInstanceOf(StoreUnavailable)
    silent.close()
    await pool.end()
  })

  it('is that the store is away when the connection is cut in the middle, and the pool mends itself', async () => {
    const pool = createPool(database.url, { max: 2, log: quiet })
    const [row] = (await pool.query<{ pid: number }>('SELECT pg_backend_pid() AS pid')).rows
    const cut = pool.query('SELECT pg_sleep(20)')
    const outcome = failure(cut)
    await database.pool.query('SELECT pg_terminate_backend($1)', [row?.pid])
    expect(await outcome).toBeInstanceOf(StoreUnavailable)
    expect((await pool.query('SELECT 1 AS one')).rows).toEqual([{ one: 1 }])
    await pool.end()
  })

  it('is that the store is away when the connection is cut between two statements of a transaction', async () => {
    const pool = createPool(database.url, { max: 1, log: quiet })
    const client = await pool.connect()
    const [row] = (await client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid')).rows
    const ended = new Promise((resolve) => client.once('end', resolve))
    await database.pool.query('SELECT pg_terminate_backend($1)', [row?.pid])
    await ended // also proves that the pool listens for the client's error
    expect(await failure(client.query('SELECT 1'))).toBeInstanceOf(StoreUnavailable)
    client.release(true)
    expect((await pool.query('SELECT 1 AS one')).rows).toEqual([{ one: 1 }])
    await pool.end()
  })

  it('is reported, and nothing else happens, when an idle connection is cut', async () => {
    const heard: string[] = []
    const pool = createPool(database.url, { log: { info: () => undefined, warn: (line) => heard.push(line) } })
    const [row] = (await pool.query<{ pid: number }>('SELECT pg_backend_pid() AS pid')).rows
    const told = new Promise((resolve) => pool.once('error', resolve))
    await database.pool.query('SELECT pg_terminate_backend($1)', [row?.pid])
    await told
    expect(heard).toEqual([expect.stringContaining('an idle connection broke')])
    expect((await pool.query('SELECT 1 AS one')).rows).toEqual([{ one: 1 }])
    await pool.end()
  })

  it.each(['53100', '53200', '58030'])('is an outage when disk or memory fail the server (%s)', async (code) => {
    const raise = `DO $$ BEGIN RAISE EXCEPTION 'No space left on device' USING ERRCODE = '${code}'; END $$`
    expect(await failure(database.pool.query(raise))).toMatchObject({ code: 'store_unavailable', cause: { code } })
  })

  it('is the program’s fault when the statement is wrong', async () => {
    expect(await failure(database.pool.query('SELEKT 1'))).toMatchObject({ code: '42601' })
    const nameless = { name: 'one-parameter', text: 'SELECT $1::int', values: [] }
    expect(await failure(database.pool.query(nameless))).toMatchObject({
      code: '08P01',
    })
    expect(translate('not even an error')).toBe('not even an error')
  })
})
