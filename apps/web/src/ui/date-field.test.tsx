// @vitest-environment jsdom
import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { showInApp } from '../testing/in-app.tsx'
import DateField from './date-field.tsx'

const show = (day: string, max?: string) =>
  showInApp([{ path: '/', element: <DateField label="Until" day={day} none="Any day" {...(max && { max })} /> }])

it.each(['', '12026-01-01', 'no day'])('shows the day %j as none', async (day) => {
  show(day)
  await screen.findByText('Any day')
})

it('ends at years of four digits, or earlier if the caller says so', () => {
  const { unmount } = show('2026-01-01')
  const max = () => screen.getByLabelText<HTMLInputElement>('Until').max
  expect(max()).toBe('9999-12-31')
  unmount()
  show('2026-01-01', '2026-12-31')
  expect(max()).toBe('2026-12-31')
})
