// @vitest-environment jsdom
import { act, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { keptWork } from '../../device/kept-work.ts'
import { showInApp } from '../../testing/in-app.tsx'
import { WritingState } from './writing-state.tsx'

const KEY = 'draft.ruth.KJV.43003016'
const SAID = 'Kept here, 18:04'
const show = (waits = false, isSaved = false) =>
  showInApp([{ path: '/', element: <WritingState keptAt={KEY} waits={waits} isSaved={isSaved} /> }])

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'], now: new Date(2026, 10, 23, 18, 4) })
})
afterEach(() => {
  keptWork.remove(KEY)
  vi.useRealTimers()
})

it('says when a draft was kept, once the device has it, and nothing where there is none', () => {
  show()
  act(() => void vi.advanceTimersByTime(2_500))
  expect(screen.queryByText(/^Kept here/)).toBeNull()
  act(() => keptWork.set(KEY, { text: 'The world.' }))
  expect(screen.queryByText(SAID)).toBeNull()
  act(() => void vi.advanceTimersByTime(2_500))
  screen.getByText(SAID)
  act(() => keptWork.remove(KEY))
  expect(screen.queryByText(SAID)).toBeNull()
})

it.each([
  { what: 'that words wait', waits: true, isSaved: false, said: 'Will be sent' },
  { what: 'that the server has them', waits: false, isSaved: true, said: 'Saved' },
])('says $what, and nothing beside it', ({ waits, isSaved, said }) => {
  act(() => keptWork.set(KEY, { text: 'The world.' }))
  show(waits, isSaved)
  act(() => void vi.advanceTimersByTime(2_500))
  expect(screen.getByRole('status').textContent).toBe(said)
  expect(screen.queryByText(SAID)).toBeNull()
})
