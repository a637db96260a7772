import { describe, expect, it } from 'vitest'
import { plannedArchives, readEvery, readKeep } from './planned-archives.ts'

describe('a plan for archives', () => {
  it.for([
    ['1h', 3_600_000],
    ['24h', 86_400_000],
    ['7d', 604_800_000],
    ['366d', 31_622_400_000],
    ['367d', null],
    ['0h', null],
    ['24', null],
    ['-1d', null],
    ['1.5h', null],
    ['24h ', null],
    ['', null],
  ] as const)('reads every %j as %j', ([text, ms]) => expect(readEvery(text)).toBe(ms))

  it.for([
    ['1', 1],
    ['7', 7],
    ['1000', 1_000],
    ['1001', null],
    ['0', null],
    ['-1', null],
    ['seven', null],
    ['', null],
  ] as const)('reads keep %j as %j', ([text, keep]) => expect(readKeep(text)).toBe(keep))

  it('is known by its schedule', async () => {
    const data = { folder: null, keep: 3 }
    expect(await plannedArchives({ schedule: async (id) => ({ id, everyMs: 3_600_000, data }) })).toEqual({
      everyMs: 3_600_000,
      ...data,
    })
    expect(await plannedArchives({ schedule: async () => null })).toBeNull()
  })
})
