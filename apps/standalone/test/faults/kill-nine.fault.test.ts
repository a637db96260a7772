import { startApp } from '@pathlight/testing/app-process.ts'
import { describe, it } from 'vitest'
import { logOfEmbedded } from '../items/log-behind-app.contract.ts'
import { writeUnderFire } from './write-under-fire.contract.ts'

const KILLS = 4

describe('kill -9 of the app during 2,000 writes', () => {
  it('loses no acknowledged note and doubles none, and the read models equal the log after', async () => {
    const app = await startApp()
    const disturb = async (reached: (share: number) => Promise<void>) => {
      for (let kill = 1; kill <= KILLS; kill++) {
        await reached(kill / (KILLS + 1))
        await app.kill()
        await app.start()
      }
    }
    await writeUnderFire(app.address, {
      people: 8,
      devices: 1,
      chapters: 21,
      writes: 2_000,
      disturb,
      addedInLog: logOfEmbedded(app.dataDir),
    })
  })
})
