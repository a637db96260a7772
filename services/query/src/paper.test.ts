import { expect, it } from 'vitest'
import { daysIn } from './paper.ts'

it.each([
  ['UTC', '2026-03-01'],
  ['Asia/Seoul', '2026-03-02'],
  ['America/Los_Angeles', '2026-03-01'],
])('an export names days as they are in %s', (timeZone, day) => {
  expect(daysIn(timeZone)('2026-03-01T16:30:00.000Z')).toBe(day)
})

it('an export names a day of an early year with four digits', () => {
  expect(daysIn('UTC')('0033-04-03T12:00:00.000Z')).toBe('0033-04-03')
})
