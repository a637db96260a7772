import { expect, it } from 'vitest'
import { dayIn, endOfDay } from './day-in.ts'

it('ends a day where the person is, and an empty or invalid day not at all', () => {
  expect(endOfDay('2026-11-23')).toBe(new Date(2026, 10, 23, 23, 59, 59, 999).toISOString())
  expect(endOfDay('')).toBe('')
  expect(endOfDay('12026-11-23')).toBe('')
})

it('says a day in the form of a date field', () => {
  const tomorrow = new Date()
  tomorrow.setDate(tomorrow.getDate() + 1)
  expect(new Date(`${dayIn(1)}T12:00`).getDate()).toBe(tomorrow.getDate())
})
