import { readFileSync } from 'node:fs'
import { type App, isRunning, pidsOf, startApp } from '@pathlight/testing/app-process.ts'
import { eventually, reflecting, untilAnswered } from '@pathlight/testing/eventually.ts'
import { ask, signUpOver } from '@pathlight/testing/over-http.ts'
import { beforeAll, describe, expect, it } from 'vitest'
import { logOfEmbedded } from '../items/log-behind-app.contract.ts'
import { writeUnderFire } from './write-under-fire.contract.ts'

describe('the embedded database', () => {
  let app: App
  beforeAll(async () => {
    app = await startApp()
  })

  it('killed while people write, loses no acknowledged note and doubles none; it comes back under the same app, and under the next', async () => {
    const first = app.launch
    const disturb = async (reached: (share: number) => Promise<void>) => {
      for (const share of [0.2, 0.4, 0.6]) {
        await reached(share)
        process.kill(pidsOf(app.dataDir).database, 'SIGKILL')
      }
      await reached(0.8)
      expect(first.endedAt()).toBeNull()
      const { database } = pidsOf(app.dataDir)
      process.kill(database, 'SIGKILL')
      await app.kill()
      await app.start()
      expect(pidsOf(app.dataDir).database).not.toBe(database)
    }
    await writeUnderFire(app.address, {
      people: 8,
      devices: 1,
      chapters: 21,
      writes: 800,
      disturb,
      addedInLog: logOfEmbedded(app.dataDir),
    })
  })

  it.skipIf(process.platform !== 'linux')('answers while it is frozen, and goes on when it is not', async () => {
    const { address, dataDir } = app
    const { cookie } = await signUpOver(address, 'patient')
    const { database } = pidsOf(dataDir)
    const body = { verse_id: 43_003_016, text: 'Through.', version: 'KJV' }
    const headers = { cookie, 'idempotency-key': crypto.randomUUID() }
    const write = () => ask(address, 'POST', '/api/note/', { body, headers })
    process.kill(database, 'SIGSTOP')
    // A frozen server starts no further child process, so the list stays complete.
    const children = readFileSync(`/proc/${database}/task/${database}/children`, 'utf8').trim().split(' ').map(Number)
    for (const pid of children) process.kill(pid, 'SIGSTOP')
    try {
      const [note, ready, chapter] = await Promise.all([
        write(),
        ask(address, 'GET', '/api/ready'),
        ask(address, 'GET', '/api/bible/chapter?version=KJV&book=John&chapter=3'),
      ])
      expect([note.status, ready.status, chapter.status]).toEqual([503, 503, 200])
      expect(note.headers.get('retry-after')).toMatch(/^\d+$/)
    } finally {
      for (const pid of [database, ...children]) process.kill(pid, 'SIGCONT')
    }
    const written = await untilAnswered(write)
    expect(written.status).toBe(201)
    const list = await reflecting(written, (least) =>
      untilAnswered(() => ask(address, 'GET', '/api/note/user', { headers: { cookie, ...least } })),
    )
    expect(list.body).toMatchObject([{ text: body.text }])
    await eventually(async () => expect((await ask(address, 'GET', '/api/ready')).status).toBe(200))
    expect(pidsOf(dataDir).database).toBe(database)
  })

  it('leaves nothing running when it is asked to stop', async () => {
    const pids = pidsOf(app.dataDir)
    expect(await app.stop()).toBe(0)
    expect([isRunning(pids.app), isRunning(pids.database)]).toEqual([false, false])
  })
})
