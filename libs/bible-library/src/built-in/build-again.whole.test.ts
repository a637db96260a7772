import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { copyBuiltLibrary } from '@pathlight/testing/built-library.ts'
import { afterAll, describe, expect, it } from 'vitest'
import { openLibrary } from '../library.ts'
import { openForWriting } from '../schema.ts'
import { buildBuiltIn } from './build-built-in.ts'

const folder = mkdtempSync(join(tmpdir(), 'build-again-'))
afterAll(() => rmSync(folder, { recursive: true }))

describe('building', () => {
  it('makes KJV, WEB and ASV in that order, tells so on the way, and nothing again', () => {
    const steps: (string | null)[] = []
    const anew = join(folder, 'new', 'bibles.sqlite')
    buildBuiltIn(anew, ({ code }) => steps.push(code))
    expect(steps).toEqual(['KJV', 'WEB', 'ASV', null])
    expect(buildBuiltIn(anew)).toEqual([])
  })

  it('builds again what is of another release, and only that', async () => {
    const copy = join(folder, 'copy.sqlite')
    await copyBuiltLibrary(copy)
    const db = openForWriting(copy)
    db.exec(`UPDATE version SET fingerprint = 'old' WHERE code = 'ASV'`)
    db.close()
    expect(buildBuiltIn(copy)).toEqual(['ASV'])
    const rebuilt = openLibrary(copy)
    expect(rebuilt.version('ASV')?.verses).toBe(31_102)
    rebuilt.close()
  })

  it('leaves nothing half done when it is killed', async () => {
    const cut = join(folder, 'cut.sqlite')
    const script = `import { buildBuiltIn } from ${JSON.stringify(join(import.meta.dirname, 'build-built-in.ts'))}
      buildBuiltIn(${JSON.stringify(cut)}, ({ code }) => process.stdout.write(code + '\\n'))`
    const child = spawn(process.execPath, ['--input-type=module', '-e', script], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    for await (const chunk of child.stdout) if (String(chunk).includes('WEB')) break
    child.kill('SIGKILL')
    if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
    expect(child.signalCode).toBe('SIGKILL')
    // The build was killed in its transaction, after KJV was written and indexed.
    openForWriting(cut).close()
    const left = openLibrary(cut)
    expect(left.installed()).toEqual([])
    expect(left.db.prepare('SELECT count(*) AS rows FROM verse').get()).toEqual({ rows: 0 })
    expect(left.db.prepare('PRAGMA integrity_check').get()).toEqual({ integrity_check: 'ok' })
    left.close()
  })
})
