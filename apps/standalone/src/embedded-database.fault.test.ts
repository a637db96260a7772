import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type AppProcess, isRunning, pidsOf, startProcess } from './app-process.contract.ts'
import { notesInEmbedded } from './log-behind-app.contract.ts'
import { writeUnderFire } from './write-under-fire.contract.ts'

/** The embedded database, killed under the app's feet, and together with it. */
describe('kill -9 of the embedded database while people write', () => {
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

  it('loses no acknowledged note and doubles none; it comes back under the same app, and under the next', async () => {
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

  it('leaves nothing running when it is asked to stop', async () => {
    const { app, database } = pidsOf(dataDir)
    expect(await (await running).stop()).toBe(0)
    expect([isRunning(app), isRunning(database)]).toEqual([false, false])
  })
})
