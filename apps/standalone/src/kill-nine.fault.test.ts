import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Note } from '@pathlight/contracts/notes.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type AppProcess, ask, signUpOver, startProcess } from './app-process.contract.ts'

const WRITES = 2_000
const WRITERS = 8
const KILLS = 4

/** The app on the embedded database, killed again and again while people write. */
describe('kill -9 during 2,000 writes', () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'pathlight-kill-'))
  let running: Promise<AppProcess>
  const start = () => startProcess({ DATA_DIR: dataDir, LOG_LEVEL: 'silent' })
  beforeAll(async () => {
    running = start()
    await running
  })
  afterAll(async () => {
    await (await running).stop()
    rmSync(dataDir, { recursive: true, force: true })
  })

  it('loses no acknowledged note and doubles none, and the read models equal the log after', async () => {
    const people = await Promise.all(
      Array.from({ length: WRITERS }, async (_, i) => signUpOver((await running).address, `writer${i}`)),
    )
    const acknowledged = people.map(() => new Map<string, string>())
    let written = 0
    let repeats = 0

    /** Sends the same request with the same key until somebody answers it, as a browser does that lost its connection. */
    const write = async (writer: number, number: number) => {
      const { cookie } = people[writer]!
      const id = crypto.randomUUID()
      const text = `Note ${number} of writer ${writer}`
      const chapter = 1 + (number % 21)
      const headers = { cookie, 'idempotency-key': crypto.randomUUID() }
      const body = { id, verse_id: 43_000_000 + chapter * 1000 + 1, text, version: 'KJV' }
      for (;;) {
        const app = await running
        const answer = await ask(app.address, 'POST', '/api/note/', { body, headers }).catch(() => null)
        if (answer?.status === 201) break
        if (answer !== null && answer.status !== 503)
          throw new Error(`A write was answered ${answer.status}: ${JSON.stringify(answer.body)}`)
        repeats += 1
        await sleep(20)
      }
      acknowledged[writer]!.set(id, text)
      written += 1
    }
    const writers = people.map(async (_, writer) => {
      for (let number = 0; number < WRITES / WRITERS; number++) await write(writer, number)
    })

    const killer = async () => {
      for (let kills = 1; kills <= KILLS; kills++) {
        const due = (kills * WRITES) / (KILLS + 1)
        while (written < due) await sleep(5)
        const app = await running
        running = app.kill().then(start)
        await running
      }
    }
    await Promise.all([killer(), ...writers])
    expect(written).toBe(WRITES)
    // Something must have been cut off, or nothing was proven.
    expect(repeats).toBeGreaterThan(0)

    const { address } = await running
    for (const [writer, { cookie }] of people.entries()) {
      const mine = acknowledged[writer]!
      // One more write gives the position that everything before it must be reflected at.
      const last = await ask(address, 'POST', '/api/note/', {
        body: { verse_id: 1_001_001, text: 'last', version: 'KJV' },
        headers: { cookie },
      })
      const headers = { cookie, 'x-min-position': last.headers.get('x-position') ?? '' }
      const read = async (path: string) => (await ask(address, 'GET', path, { headers })).body
      const list = ((await read('/api/note/user')) as Note[]).filter(({ text }) => text !== 'last')
      expect(new Map(list.map(({ id, text }) => [id, text]))).toEqual(mine)
      expect(list).toHaveLength(mine.size)
      expect(await read('/api/resource-counts')).toMatchObject({ notes_count: mine.size + 1 })
      const chapters = Array.from({ length: 21 }, (_, i) => read(`/api/note/user/chapter?book=John&chapter=${i + 1}`))
      const onChapters = ((await Promise.all(chapters)) as Note[][]).flat()
      expect(new Map(onChapters.map(({ id, text }) => [id, text]))).toEqual(mine)
      expect(onChapters).toHaveLength(mine.size)
    }
  })
})
