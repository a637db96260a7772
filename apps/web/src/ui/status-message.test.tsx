// @vitest-environment jsdom
import { act, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { StatusMessages, useStatusMessage } from './status-message.tsx'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

let say: ReturnType<typeof useStatusMessage>
const Page = () => {
  say = useStatusMessage()
  return null
}

it('says something for 3 seconds, and what is said next for 3 seconds of its own', () => {
  render(
    <StatusMessages>
      <Page />
    </StatusMessages>,
  )
  const said = () => screen.getByRole('status').textContent
  act(() => say('Settings saved successfully!'))
  act(() => vi.advanceTimersByTime(2_000))
  act(() => say('Failed to save settings. Please try again.', 'error'))
  act(() => vi.advanceTimersByTime(2_999))
  expect(said()).toBe('Failed to save settings. Please try again.')
  act(() => vi.advanceTimersByTime(1))
  expect(said()).toBe('')
})
