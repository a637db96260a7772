import { randomBytes } from 'node:crypto'
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { masterKey, WrongMasterKey } from './master-key.ts'

const folders: string[] = []
const newFolder = () => {
  const folder = mkdtempSync(join(tmpdir(), 'master-key-'))
  folders.push(folder)
  return folder
}
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true })
})

describe('the master key', () => {
  it('is made at the first start, for its owner alone, and stays', () => {
    const dataDir = newFolder()
    const key = masterKey({ dataDir, fromEnvironment: undefined })
    expect(key).toHaveLength(32)
    expect(statSync(join(dataDir, 'master.key')).mode & 0o777).toBe(0o600)
    expect(readdirSync(dataDir)).toEqual(['master.key'])
    expect(masterKey({ dataDir, fromEnvironment: '' })).toEqual(key)
  })

  it('is another in every folder', () => {
    const [one, two] = [newFolder(), newFolder()].map((dataDir) => masterKey({ dataDir, fromEnvironment: undefined }))
    expect(one).not.toEqual(two)
  })

  it('comes from MASTER_KEY, in base64, base64url or hex, where that is set', () => {
    const key = randomBytes(32)
    const dataDir = newFolder()
    for (const encoding of ['base64', 'base64url', 'hex'] as const)
      expect(masterKey({ dataDir, fromEnvironment: ` ${key.toString(encoding)}\n` })).toEqual(key)
    expect(readdirSync(dataDir)).toEqual([])
  })

  it.each([
    'secret',
    'A'.repeat(42),
    'zz'.repeat(32),
    randomBytes(31).toString('base64'),
    randomBytes(33).toString('hex'),
  ])('refuses %s in words', (fromEnvironment) => {
    expect(() => masterKey({ dataDir: newFolder(), fromEnvironment })).toThrow(WrongMasterKey)
    expect(() => masterKey({ dataDir: newFolder(), fromEnvironment })).toThrow(/MASTER_KEY must be 32 random bytes/)
  })

  it('refuses a damaged file rather than making a new key', () => {
    const dataDir = newFolder()
    writeFileSync(join(dataDir, 'master.key'), '')
    expect(() => masterKey({ dataDir, fromEnvironment: undefined })).toThrow(/master\.key must be 32 random bytes/)
    expect(readFileSync(join(dataDir, 'master.key'), 'utf8')).toBe('')
  })
})
