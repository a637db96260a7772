import { spawnSync } from 'node:child_process'
import { chmodSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { reachableBinaries } from './reachable-binaries.ts'

const NOBODY = 65_534

describe.skipIf(process.getuid?.() !== 0)('the programs of PostgreSQL, for root', () => {
  const made: string[] = []
  afterAll(() => {
    for (const folder of made) rmSync(folder, { recursive: true, force: true })
  })
  /** Makes a package with PostgreSQL's programs, whose folders and files have this mode. */
  const packageWith = (mode: number) => {
    const root = mkdtempSync(join(tmpdir(), 'pathlight-programs-'))
    made.push(root)
    const bin = join(root, 'package/native/bin')
    mkdirSync(bin, { recursive: true })
    writeFileSync(join(root, 'package/package.json'), JSON.stringify({ version: root }))
    writeFileSync(join(bin, 'initdb'), '#!/bin/sh\necho initdb\n')
    symlinkSync('initdb', join(bin, 'postgres'))
    chmodSync(join(bin, 'initdb'), mode)
    for (const folder of [bin, dirname(bin), join(root, 'package'), root]) chmodSync(folder, mode)
    return { initdb: join(bin, 'initdb'), postgres: join(bin, 'postgres') }
  }
  const runsForNobody = (program: string) => spawnSync(program, { uid: NOBODY, gid: NOBODY }).stdout?.toString()

  it('stay where they are when every user can get there', () => {
    const programs = packageWith(0o755)
    expect(reachableBinaries(programs)).toEqual(programs)
  })

  it('are copied, once, to where another user can run them when they are closed to others', () => {
    const programs = packageWith(0o700)
    expect(runsForNobody(programs.postgres)).toBeFalsy()
    const copied = reachableBinaries(programs)
    made.push(dirname(dirname(copied.postgres)))
    for (const program of Object.values(copied)) expect(runsForNobody(program)).toBe('initdb\n')
    expect(reachableBinaries(programs)).toEqual(copied)
  })
})
