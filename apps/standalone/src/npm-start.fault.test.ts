import { createHash } from 'node:crypto'
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { eventually } from '@pathlight/testing/eventually.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ask, isRunning, launchProcess, pidsOf } from './app-process.contract.ts'

/** "A few seconds", on a machine that is busy. */
const GONE_WITHIN_MS = 15_000

/** What `npm start` runs, over the real app, in a checkout that is installed and built: nothing is downloaded here. */
describe('npm start', () => {
  const folder = mkdtempSync(join(tmpdir(), 'pathlight-npm-start-'))
  const dataDir = join(folder, 'data')
  const wrapper = join(folder, 'tools/src/ensure-installed.mjs')
  const launched: ReturnType<typeof launchProcess>[] = []
  beforeAll(() => {
    const here = import.meta.dirname
    for (const path of ['tools/src', 'tools/node/node_modules/.bin', 'apps/standalone/src', 'node_modules'])
      mkdirSync(join(folder, path), { recursive: true })
    copyFileSync(join(here, '../../../tools/src/ensure-installed.mjs'), wrapper)
    writeFileSync(join(folder, 'package.json'), '{ "type": "module" }')
    for (const path of ['', 'tools/node']) writeFileSync(join(folder, path, 'package-lock.json'), '{}')
    const lock = createHash('sha256').update('{}').update('{}').digest('hex')
    writeFileSync(join(folder, 'node_modules/.installed-from'), lock)
    symlinkSync(process.execPath, join(folder, 'tools/node/node_modules/.bin/node'))
    writeFileSync(join(folder, 'tools/src/build-web.ts'), '')
    writeFileSync(join(folder, 'apps/standalone/src/main.ts'), `await import(${JSON.stringify(join(here, 'main.ts'))})`)
  })
  afterAll(async () => {
    for (const { child, kill } of launched) if (child.exitCode === null && child.signalCode === null) await kill()
    rmSync(folder, { recursive: true, force: true })
  })

  const start = async () => {
    const command = [process.execPath, wrapper, 'start']
    const started = launchProcess({ DATA_DIR: dataDir, LOG_LEVEL: 'silent' }, command)
    launched.push(started)
    const address = await started.ready
    expect((await ask(address, 'GET', '/api/health')).status).toBe(200)
    return { ...started, ...pidsOf(dataDir) }
  }
  const allGone = ({ app, database }: { app: number; database: number }) =>
    eventually(() => expect([isRunning(app), isRunning(database)]).toEqual([false, false]), GONE_WITHIN_MS)

  it.each(['SIGINT', 'SIGTERM'] as const)('stops the app and its database on %s', async (signal) => {
    const started = await start()
    expect(await started.stop(signal)).toBe(0)
    expect([isRunning(started.app), isRunning(started.database)]).toEqual([false, false])
  })

  it('leaves neither the app nor its database behind when it is killed, and can be run again', async () => {
    const started = await start()
    await started.kill()
    await allGone(started)
    const again = await start()
    await again.stop()
    await allGone(again)
  })

  it('ends with the code of an app that refuses to start', async () => {
    const refused = launchProcess({ DATA_DIR: dataDir, PORT: 'none' }, [process.execPath, wrapper, 'start'])
    launched.push(refused)
    await expect(refused.ready).rejects.toThrow(/^The app ended with 1:\n.*PORT/)
  })
})
