import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { BACKUP_DAYS } from '@pathlight/contracts/system-rules.ts'
import { type App, emptyFolder, isRunning, launchApp, pidsOf, startApp } from '@pathlight/testing/app-process.ts'
import { eventually, reflecting, untilAnswered } from '@pathlight/testing/eventually.ts'
import { ask, signUpOver } from '@pathlight/testing/over-http.ts'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { ageLog } from './age-log.contract.ts'
import { tellingWhatIsLoaded } from './loaded-modules.contract.ts'

/**
 * Matches modules of the cluster's engine, and of packages that only this engine needs. (ioredis comes with BullMQ,
 * which both engines use.)
 */
const CLUSTER = /\/libs\/engines\/cluster\/|\/node_modules\/(mongodb|@eventstore\/db-client)\//

describe('the app as a process', () => {
  let app: App
  /** A file with the modules that the app loaded, one a line. */
  const loaded = join(emptyFolder(), 'loaded.txt')
  beforeAll(async () => {
    app = await startApp({ environment: tellingWhatIsLoaded(loaded) })
  })
  beforeEach(async () => {
    if (app.launch.endedAt() !== null) await app.start()
  })
  const databasePid = () => pidsOf(app.dataDir).database

  it.each([
    ['SIGINT', 130],
    ['SIGTERM', 0],
  ] as const)('stops everything it started on %s, and ends with %d', async (signal, code) => {
    const database = databasePid()
    expect(await app.stop(signal)).toBe(code)
    await eventually(() => expect(isRunning(database)).toBe(false))
  })

  it('stops when the process that started it is gone', async () => {
    const database = databasePid()
    const { child } = app.launch
    child.disconnect()
    await eventually(() => expect(child.exitCode).toBe(0))
    await eventually(() => expect(isRunning(database)).toBe(false))
  })

  it('loads nothing of the cluster on the embedded database: neither its engine nor the clients of its servers', () => {
    const modules = readFileSync(loaded, 'utf8').split('\n')
    expect(modules.filter((url) => url.includes('/libs/engines/postgres/')).length).toBeGreaterThan(0)
    expect(modules.filter((url) => CLUSTER.test(url))).toEqual([])
  })

  it('keeps notes and sessions over a restart, and over kill -9', async () => {
    const { cookie } = await signUpOver(app.address, 'keeper')
    const body = { verse_id: 43_003_016, text: 'Kept.', version: 'KJV' }
    const written = await ask(app.address, 'POST', '/api/note/', { body, headers: { cookie } })
    const list = async () =>
      (
        await reflecting(written, (least) =>
          ask(app.address, 'GET', '/api/note/user', { headers: { cookie, ...least } }),
        )
      ).body
    await app.stop()
    await app.start()
    // There is no archive yet, but the log is too young for the warning.
    expect(app.launch.output()).not.toContain('No archive was written')
    const kept = await list()
    expect(kept).toMatchObject([{ text: 'Kept.' }])
    await ageLog(app, BACKUP_DAYS)
    await app.kill()
    await app.start()
    expect(app.launch.output()).toContain(
      'No archive was written in the last 7 days: npm run archive -- write --every 24h --keep 7',
    )
    expect(await list()).toEqual(kept)
  })

  it('ends a session at once, although it remembers sessions for a moment', async () => {
    const { address } = app
    const { cookie } = await signUpOver(address, 'leaver')
    const current = async () => (await ask(address, 'GET', '/api/auth/', { headers: { cookie } })).status
    expect([await current(), await current()]).toEqual([200, 200])
    await ask(address, 'GET', '/api/auth/logout', { headers: { cookie } })
    expect(await current()).toBe(401)
  })

  it('answers 503 while its database is killed, and goes on by itself', async () => {
    const { address } = app
    const { cookie } = await signUpOver(address, 'patient')
    const id = crypto.randomUUID()
    const headers = { cookie, 'idempotency-key': crypto.randomUUID() }
    const body = { id, verse_id: 43_003_016, text: 'Through.', version: 'KJV' }
    const write = () => ask(address, 'POST', '/api/note/', { body, headers })

    // A connection may outlive its killed server for a moment, so the write may succeed. Then the next attempt kills
    // the restarted server.
    const during = await eventually(async () => {
      process.kill(databasePid(), 'SIGKILL')
      const answer = await write()
      expect(answer.status).toBe(503)
      return answer
    })
    expect(during.headers.get('retry-after')).toMatch(/^\d+$/)
    expect(during.body).toMatchObject({ code: 'store_unavailable' })
    expect((await ask(address, 'GET', '/api/health')).status).toBe(200)
    const chapter = await ask(address, 'GET', '/api/bible/chapter?version=KJV&book=John&chapter=3')
    expect(chapter.status).toBe(200)

    const written = await untilAnswered(write)
    expect(written.status).toBe(201)
    const read = await reflecting(written, (least) =>
      untilAnswered(() => ask(address, 'GET', '/api/note/user', { headers: { cookie, ...least } })),
    )
    expect(read.body).toMatchObject([{ id, text: 'Through.' }])
    await eventually(async () => expect((await ask(address, 'GET', '/api/ready')).status).toBe(200))
  })

  it('stops while it waits for a store that is not there', async () => {
    const waiting = launchApp({ DATA_DIR: emptyFolder(), DATABASE_URL: 'postgres://x:y@127.0.0.1:1/z' })
    await eventually(() => expect(waiting.output()).toContain('Waiting for PostgreSQL'))
    expect(await waiting.stop()).toBe(0)
  })
})
