import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { eventually } from '@pathlight/testing/eventually.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type AppProcess, ask, isRunning, pidsOf, signUpOver, startProcess } from './app-process.contract.ts'
import { notesInEmbedded } from './log-behind-app.contract.ts'
import { writeUnderFire } from './write-under-fire.contract.ts'

/** Killed under the app's feet, together with it, and frozen. */
describe('the embedded database', () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'pathlight-database-'))
  let running: Promise<AppProcess>
  const start = () => startProcess({ DATA_DIR: dataDir, LOG_LEVEL: 'silent' })
  beforeAll(async () => {
    running = start()
    await running
  })
  afterAll(async () => {
    const { child, stop } = await running
    if (child.exitCode === null) await stop()
    rmSync(dataDir, { recursive: true, force: true })
  })

  it('killed while people write, loses no acknowledged note and doubles none; it comes back under the same app, and under the next', async () => {
    const first = await running
    const disturb = async (reached: (share: number) => Promise<void>) => {
      for (const share of [0.2, 0.4, 0.6]) {
        await reached(share)
        process.kill(pidsOf(dataDir).database, 'SIGKILL')
      }
      await reached(0.8)
      expect(first.child.exitCode).toBeNull()
      const { database } = pidsOf(dataDir)
      process.kill(database, 'SIGKILL')
      running = first.kill().then(start)
      await running
      expect(pidsOf(dataDir).database).not.toBe(database)
    }
    await writeUnderFire(() => running, {
      people: 8,
      devices: 1,
      chapters: 21,
      writes: 800,
      disturb,
      notesInLog: notesInEmbedded(dataDir),
    })
  })

  it.skipIf(process.platform !== 'linux')(
    'answers in time while it is frozen, and goes on when it is not',
    async () => {
      const { address } = await running
      const { cookie } = await signUpOver(address, 'patient')
      const { database } = pidsOf(dataDir)
      const children = readFileSync(`/proc/${database}/task/${database}/children`, 'utf8').trim().split(' ').map(Number)
      const body = { verse_id: 43_003_016, text: 'Through.', version: 'KJV' }
      const headers = { cookie, 'idempotency-key': crypto.randomUUID() }
      const write = () => ask(address, 'POST', '/api/note/', { body, headers })
      for (const pid of [database, ...children]) process.kill(pid, 'SIGSTOP')
      try {
        const began = Date.now()
        const [note, ready, chapter] = await Promise.all([
          write(),
          ask(address, 'GET', '/api/ready'),
          ask(address, 'GET', '/api/bible/chapter?version=KJV&book=John&chapter=3'),
        ])
        expect(Date.now() - began).toBeLessThan(12_000)
        expect([note.status, ready.status, chapter.status]).toEqual([503, 503, 200])
        expect(note.headers.get('retry-after')).toMatch(/^\d+$/)
      } finally {
        for (const pid of [database, ...children]) process.kill(pid, 'SIGCONT')
      }
      const written = await eventually(async () => {
        const answer = await write()
        expect(answer.status).toBe(201)
        return answer
      }, 30_000)
      const after = { cookie, 'x-min-position': written.headers.get('x-position') ?? '' }
      const list = await ask(address, 'GET', '/api/note/user', { headers: after })
      expect(list.body).toMatchObject([{ text: body.text }])
      await eventually(async () => expect((await ask(address, 'GET', '/api/ready')).status).toBe(200), 30_000)
      expect(pidsOf(dataDir).database).toBe(database)
    },
  )

  it('leaves nothing running when it is asked to stop', async () => {
    const { app, database } = pidsOf(dataDir)
    expect(await (await running).stop()).toBe(0)
    expect([isRunning(app), isRunning(database)]).toEqual([false, false])
  })
})
