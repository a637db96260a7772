import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { join } from 'node:path'
import { type App, emptyFolder, launchApp, pidsOf, startApp } from '@pathlight/testing/app-process.ts'
import { ask, signUpOver } from '@pathlight/testing/over-http.ts'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'

describe('the app as a process', () => {
  let app: App
  beforeAll(async () => {
    app = await startApp()
  })
  beforeEach(async () => {
    if (app.launch.endedAt() !== null) await app.start()
  })
  const databasePid = () => pidsOf(app.dataDir).database

  describe('refuses in words to start', () => {
    const refusal = async (change: Record<string, string>, dataDir = app.dataDir) => {
      const error = await launchApp({ DATA_DIR: dataDir, ...change }).ready.then(
        () => null,
        (reason: Error) => reason.message,
      )
      expect(error).toMatch(/^The app ended with 1:/)
      expect(error).not.toMatch(/^\s+at /m)
      return error
    }

    it('twice on one data folder, and the first goes on unharmed', async () => {
      const { address } = app
      const database = databasePid()
      for (const stores of [{}, { DATABASE_URL: 'postgresql://127.0.0.1:1/elsewhere' }])
        expect(await refusal(stores)).toMatch(/already runs on .*DATA_DIR/)
      const { cookie } = await signUpOver(address, 'first')
      const body = { verse_id: 43_003_016, text: 'Unharmed.', version: 'KJV' }
      expect((await ask(address, 'POST', '/api/note/', { body, headers: { cookie } })).status).toBe(201)
      expect(databasePid()).toBe(database)
    })

    it('on a port that is taken', async () => {
      await app.stop()
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
      expect(await refusal({ REDIS_URL: 'redis://127.0.0.1:1' }, emptyFolder())).toContain(
        'set EVENTSTORE_URL and MONGODB_URL as well',
      )
    })

    it('with a Bible library that is damaged, whose file it names', async () => {
      const folder = emptyFolder()
      const file = join(folder, 'bibles.sqlite')
      writeFileSync(file, 'This is no database. '.repeat(100))
      expect(await refusal({}, folder)).toContain(`The Bible library ${file} is damaged (file is not a database).`)
    })

    it('with a master key that is not the one its notes were sealed with', async () => {
      await signUpOver(app.address, 'sealer')
      await app.stop()
      expect(await refusal({ MASTER_KEY: Buffer.alloc(32, 7).toString('base64') })).toContain('master key')
    })
  })
})
