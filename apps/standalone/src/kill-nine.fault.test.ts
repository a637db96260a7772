import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, it } from 'vitest'
import { type AppProcess, startProcess } from './app-process.contract.ts'
import { notesInEmbedded } from './log-behind-app.contract.ts'
import { writeUnderFire } from './write-under-fire.contract.ts'

const KILLS = 4

/** The app on the embedded database, killed again and again while people write. */
describe('kill -9 of the app during 2,000 writes', () => {
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
    const disturb = async (reached: (share: number) => Promise<void>) => {
      for (let kill = 1; kill <= KILLS; kill++) {
        await reached(kill / (KILLS + 1))
        running = (await running).kill().then(start)
        await running
      }
    }
    await writeUnderFire(() => running, {
      people: 8,
      devices: 1,
      chapters: 21,
      writes: 2_000,
      disturb,
      notesInLog: notesInEmbedded(dataDir),
    })
  })
})
