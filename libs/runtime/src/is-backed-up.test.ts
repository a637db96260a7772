import { describe, expect, it } from 'vitest'
import { isBackedUp, lacksBackup } from './is-backed-up.ts'

const DAY_MS = 24 * 60 * 60 * 1000
const NOW = Date.parse('2026-11-23T12:00:00Z')
const daysAgo = (days: number) => new Date(NOW - days * DAY_MS).toISOString()
const archiveOf = (days: number) => ({ writtenAt: daysAgo(days) })

describe('an archive', () => {
  it('is a backup for seven days', () => {
    expect([0, 6.9, 7, 30].map((days) => isBackedUp(archiveOf(days), NOW))).toEqual([true, true, false, false])
    expect(isBackedUp(null, NOW)).toBe(false)
  })

  it('is none where the clock that wrote it was far ahead', () => {
    expect([-0.1, -366].map((days) => isBackedUp(archiveOf(days), NOW))).toEqual([true, false])
  })
})

describe('the hint that a backup is missing', () => {
  it.each([
    ['where nothing was written yet', null, null, false],
    ['in the first seven days of an installation', null, daysAgo(6.9), false],
    ['after seven days without any', null, daysAgo(7), true],
    ['after seven days, with a young one', archiveOf(1), daysAgo(300), false],
    ['when the last one is older than that', archiveOf(8), daysAgo(300), true],
  ])('comes where it should: %s', (_when, written, begun, comes) => {
    expect(lacksBackup(written, begun, NOW)).toBe(comes)
  })
})
