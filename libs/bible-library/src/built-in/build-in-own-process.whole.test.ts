import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { copyBuiltLibrary } from '@pathlight/testing/built-library.ts'
import { afterAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import { openLibrary } from '../library.ts'
import { openForWriting } from '../schema.ts'
import { isBuilt } from './build-built-in.ts'
import { buildInOwnProcess } from './build-in-own-process.ts'

describe('the library built in a process of its own', () => {
  const folder = mkdtempSync(join(tmpdir(), 'pathlight-own-process-'))
  afterAll(() => rmSync(folder, { recursive: true, force: true }))
  const never = new AbortController().signal

  it('is left as it was when the building is given up, and is there after the next, which says how far it is', async () => {
    const file = join(folder, 'bibles.sqlite')
    const stop = new AbortController()
    const givenUp = buildInOwnProcess(file, () => stop.abort(), stop.signal)
    await expect(givenUp).rejects.toThrow(/abort/i)
    expect(isBuilt(file)).toBe(false)

    const said: (string | null)[] = []
    await buildInOwnProcess(file, ({ code }) => said.push(code), never)
    expect(said).toEqual(['KJV', 'WEB', 'ASV', null])
    expect(isBuilt(file)).toBe(true)
    const library = openLibrary(file)
    expect(library.chapter('KJV', 43, 3)).not.toBeNull()
    library.close()
    await buildInOwnProcess(file, () => said.push('again'), never)
    expect(said).toHaveLength(4)
  })

  it('says nothing else where `node --watch` runs the app, as in development', async () => {
    vi.stubEnv('WATCH_REPORT_DEPENDENCIES', '1')
    onTestFinished(() => {
      vi.unstubAllEnvs()
    })
    const file = join(folder, 'watched.sqlite')
    await copyBuiltLibrary(file)
    const db = openForWriting(file)
    db.exec(`UPDATE version SET fingerprint = 'of another release' WHERE code = 'ASV'`)
    db.close()
    const said: unknown[] = []
    await buildInOwnProcess(file, ({ code }) => said.push(code), never)
    expect(said).toEqual(['ASV', null])
  })

  it('says why it could not be built', async () => {
    const file = join(folder, 'no.sqlite')
    writeFileSync(file, 'This is not a database, and long enough to be looked at as one. '.repeat(50))
    await expect(buildInOwnProcess(file, () => undefined, never)).rejects.toThrow(/not a database/)
    expect(existsSync(file)).toBe(true)
  })
})
