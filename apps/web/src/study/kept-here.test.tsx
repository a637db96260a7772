// @vitest-environment jsdom
import { act, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { keptWork } from '../device/kept-work.ts'
import { showInApp } from '../testing/in-app.tsx'
import { KeptHere } from './kept-here.tsx'

const KEY = 'draft.ruth.KJV.43003016'
const SAID = 'Kept on this device at 18:04.'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'], now: new Date(2026, 10, 23, 18, 4) })
})
afterEach(() => {
  keptWork.remove(KEY)
  vi.useRealTimers()
})

it('says when a draft was kept, once the device has it, and nothing where there is none', () => {
  showInApp([{ path: '/', element: <KeptHere keptAt={KEY} /> }])
  act(() => void vi.advanceTimersByTime(2_500))
  expect(screen.queryByText(/^Kept on this device/)).toBeNull()
  act(() => keptWork.set(KEY, { text: 'The world.' }))
  expect(screen.queryByText(SAID)).toBeNull()
  act(() => void vi.advanceTimersByTime(2_500))
  screen.getByText(SAID)
  act(() => keptWork.remove(KEY))
  expect(screen.queryByText(SAID)).toBeNull()
})
