import { afterEach, describe, expect, it } from 'vitest'
import { dayBeside, localDate } from './use-today.ts'

describe('the reader’s own date', () => {
  const { TZ } = process.env
  afterEach(() => {
    process.env.TZ = TZ
  })

  it.each([
    ['America/Los_Angeles, in the evening', 'America/Los_Angeles', '2026-03-02T05:25:00Z', '2026-03-01'],
    ['Asia/Seoul, in the morning', 'Asia/Seoul', '2026-02-28T21:00:00Z', '2026-03-01'],
    ['UTC', 'UTC', '2026-03-01T12:00:00Z', '2026-03-01'],
  ])('is that of %s', (_where, zone, at, date) => {
    process.env.TZ = zone
    expect(localDate(new Date(at))).toBe(date)
  })
})

describe('a day beside another', () => {
  it.each([
    ['2026-03-01', -1, '2026-02-28'],
    ['2028-02-28', 1, '2028-02-29'],
    ['2026-12-31', 1, '2027-01-01'],
  ])('of %s, by %i, is %s', (date, days, beside) => expect(dayBeside(date, days)).toBe(beside))
})
