import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { DataFolderInUse, lockDataFolder } from './data-folder-lock.ts'

const parent = mkdtempSync(join(tmpdir(), 'data-folder-lock-'))
afterAll(() => rmSync(parent, { recursive: true, force: true }))

describe('the lock of a data folder', () => {
  it('is one process’ alone until it is released, and names that process', () => {
    const folder = join(parent, 'new', 'folder')
    const lock = lockDataFolder(folder)
    expect(() => lockDataFolder(folder)).toThrow(DataFolderInUse)
    expect(() => lockDataFolder(folder)).toThrow(`already runs on ${folder} (process ${process.pid})`)
    lock.release()
    lock.release()
    expect(existsSync(join(folder, 'lock.pid'))).toBe(false)
    lockDataFolder(folder).release()
  })

  it('does not keep others out of other folders', () => {
    const locks = [lockDataFolder(join(parent, 'one')), lockDataFolder(join(parent, 'two'))]
    for (const lock of locks) lock.release()
  })
})
