import { spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { eventually } from '@pathlight/testing/eventually.ts'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { type AppProcess, ask, signUpOver, startProcess } from './app-process.contract.ts'

const isAlive = (pid: number) => {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}

describe('the app as a process', () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'pathlight-start-'))
  const environment = { DATA_DIR: dataDir, LOG_LEVEL: 'silent' }
  const started: AppProcess[] = []
  const start = async (more: Record<string, string> = {}) => {
    const app = await startProcess({ ...environment, ...more })
    started.push(app)
    return app
  }
  /** Process id of the embedded database. */
  const databasePid = () => Number(readFileSync(join(dataDir, 'postgres/postmaster.pid'), 'utf8').split('\n')[0])
  // The first start makes the database and the library: not part of what is tested here.
  beforeAll(async () => {
    await (await start()).stop()
  })
  afterEach(async () => {
    await Promise.all(started.splice(0).map((app) => app.child.exitCode === null && app.kill()))
  })
  afterAll(async () => {
    const pidFile = join(dataDir, 'postgres/postmaster.pid')
    if (existsSync(pidFile)) process.kill(databasePid(), 'SIGINT')
    await eventually(() => expect(existsSync(pidFile)).toBe(false))
    rmSync(dataDir, { recursive: true, force: true })
  })

  it.each(['SIGINT', 'SIGTERM'] as const)(
    'stops everything it started on %s, and says nothing is wrong',
    async (signal) => {
      const app = await start()
      const database = databasePid()
      const began = Date.now()
      expect(await app.stop(signal)).toBe(0)
      expect(Date.now() - began).toBeLessThan(12_000)
      await eventually(() => expect(isAlive(database)).toBe(false))
    },
  )

  it('stops when whoever started it is gone', async () => {
    const app = await start()
    const database = databasePid()
    app.child.disconnect()
    await eventually(() => expect(app.child.exitCode).toBe(0), 15_000)
    await eventually(() => expect(isAlive(database)).toBe(false))
  })

  it('keeps notes and sessions over a restart, and over kill -9', async () => {
    const first = await start()
    const { cookie } = await signUpOver(first.address, `keeper${process.pid}`)
    const body = { verse_id: 43_003_016, text: 'Kept.', version: 'KJV' }
    await ask(first.address, 'POST', '/api/note/', { body, headers: { cookie } })
    await first.stop()
    const second = await start()
    const list = await ask(second.address, 'GET', '/api/note/user', { headers: { cookie } })
    expect(list.body).toMatchObject([{ text: 'Kept.' }])
    await second.kill()
    const third = await start()
    expect((await ask(third.address, 'GET', '/api/note/user', { headers: { cookie } })).body).toEqual(list.body)
  })

  it('ends a session at once, although it remembers sessions for a moment', async () => {
    const { address } = await start()
    const { cookie } = await signUpOver(address, `leaver${process.pid}`)
    const current = async () => (await ask(address, 'GET', '/api/auth/', { headers: { cookie } })).status
    expect([await current(), await current()]).toEqual([200, 200])
    await ask(address, 'GET', '/api/auth/logout', { headers: { cookie } })
    expect(await current()).toBe(401)
  })

  it('answers 503 while its database is killed, and goes on by itself', async () => {
    const { address } = await start()
    const { cookie } = await signUpOver(address, `patient${process.pid}`)
    const id = crypto.randomUUID()
    const headers = { cookie, 'idempotency-key': crypto.randomUUID() }
    const body = { id, verse_id: 43_003_016, text: 'Through.', version: 'KJV' }
    const write = () => ask(address, 'POST', '/api/note/', { body, headers })

    process.kill(databasePid(), 'SIGKILL')
    const during = await write()
    expect(during.status).toBe(503)
    expect(during.headers.get('retry-after')).toMatch(/^\d+$/)
    expect(during.body).toMatchObject({ code: 'store_unavailable' })
    expect((await ask(address, 'GET', '/api/health')).status).toBe(200)
    const chapter = await ask(address, 'GET', '/api/bible/chapter?version=KJV&book=John&chapter=3')
    expect(chapter.status).toBe(200)

    const written = await eventually(async () => {
      const answer = await write()
      expect(answer.status).toBe(201)
      return answer
    }, 60_000)
    const read = await eventually(async () => {
      const after = { cookie, 'x-min-position': written.headers.get('x-position') ?? '' }
      const answer = await ask(address, 'GET', '/api/note/user', { headers: after })
      expect(answer.status).toBe(200)
      expect(answer.body).toHaveLength(1)
      return answer
    }, 30_000)
    expect(read.body).toMatchObject([{ id, text: 'Through.' }])
    await eventually(async () => expect((await ask(address, 'GET', '/api/ready')).status).toBe(200), 30_000)
  })

  describe('refuses in words to start', () => {
    const refusal = async (more: Record<string, string>) => {
      const error = await start(more).then(
        () => null,
        (reason: Error) => reason.message,
      )
      expect(error).toMatch(/^The app ended with 1:/)
      // One line for a person, no stack.
      expect(error).not.toMatch(/^\s+at /m)
      return error
    }

    it('twice on one data folder, and the first goes on unharmed', async () => {
      const { address } = await start()
      const database = databasePid()
      for (const stores of [{}, { DATABASE_URL: 'postgresql://127.0.0.1:1/elsewhere' }])
        expect(await refusal(stores)).toMatch(/already runs on .*DATA_DIR/)
      const { cookie } = await signUpOver(address, `first${process.pid}`)
      const body = { verse_id: 43_003_016, text: 'Unharmed.', version: 'KJV' }
      expect((await ask(address, 'POST', '/api/note/', { body, headers: { cookie } })).status).toBe(201)
      expect(databasePid()).toBe(database)
    })

    it('on a port that is taken', async () => {
      const taken = createServer().listen(0, '127.0.0.1')
      await once(taken, 'listening')
      const { port } = taken.address() as AddressInfo
      try {
        expect(await refusal({ PORT: String(port) })).toContain(`Port ${port} is in use already.`)
      } finally {
        taken.close()
      }
    })

    it('with some of the cluster stores only', async () => {
      expect(await refusal({ REDIS_URL: 'redis://127.0.0.1:1' })).toContain(
        'set EVENTSTORE_URL and MONGODB_URL as well',
      )
    })

    it('with a master key that is not the one its notes were sealed with', async () => {
      expect(await refusal({ MASTER_KEY: Buffer.alloc(32, 7).toString('base64') })).toContain('master key')
    })
  })

  it('stops while it waits for a store that is not there', async () => {
    const result = spawnSync(
      process.execPath,
      [
        '-e',
        `setTimeout(() => process.kill(process.pid, 'SIGTERM'), 3000); import(${JSON.stringify(join(import.meta.dirname, 'main.ts'))})`,
      ],
      {
        env: { PATH: process.env.PATH, DATA_DIR: dataDir, DATABASE_URL: 'postgres://x:y@127.0.0.1:1/z' },
        timeout: 30_000,
        encoding: 'utf8',
      },
    )
    expect(result.stdout).toContain('Waiting for PostgreSQL')
    expect(result.status).toBe(0)
  })
})
