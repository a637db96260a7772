// @vitest-environment jsdom
import { act, createEvent, fireEvent, renderHook } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { usePrintWhole } from './use-print-whole.ts'

afterEach(() => vi.unstubAllGlobals())

it.each([
  ['prints what it has fetched', false],
  ['prints nothing once the person has left the page', true],
])('%s', async (_what, leaves) => {
  const printed = vi.fn()
  vi.stubGlobal('print', printed)
  const fetching = Promise.withResolvers<void>()
  const { result, unmount } = renderHook(() => usePrintWhole(() => fetching.promise))
  const printing = result.current.print()
  if (leaves) unmount()
  fetching.resolve()
  await act(() => printing)
  expect(printed).toHaveBeenCalledTimes(leaves ? 0 : 1)
})

it.each([
  ['Ctrl+P', 'Win32', { ctrlKey: true, code: 'KeyP', key: 'p' }],
  ['Ctrl+P of another layout', 'Win32', { ctrlKey: true, code: 'KeyR', key: 'p' }],
  ['Cmd+P on a Korean keyboard', 'MacIntel', { metaKey: true, code: 'KeyP', key: 'ㅔ' }],
])('prints what it has fetched at %s, once', async (_key, platform, init) => {
  vi.stubGlobal('navigator', { platform })
  const printed = vi.fn()
  vi.stubGlobal('print', printed)
  const fetching = Promise.withResolvers<void>()
  const fetchAll = vi.fn(() => fetching.promise)
  renderHook(() => usePrintWhole(fetchAll))
  for (let press = 0; press < 2; press++) {
    const event = createEvent.keyDown(document.body, init)
    fireEvent(document.body, event)
    expect(event.defaultPrevented).toBe(true)
  }
  expect(printed).not.toHaveBeenCalled()
  fetching.resolve()
  await act(() => fetching.promise)
  expect([fetchAll, printed].map(({ mock }) => mock.calls.length)).toEqual([1, 1])
})

it.each([
  ['Ctrl+L, whose key is at the place of P', 'Win32', { ctrlKey: true, code: 'KeyP', key: 'l' }],
  ["Ctrl+P, which moves the cursor on Apple's devices", 'MacIntel', { ctrlKey: true, code: 'KeyP', key: 'p' }],
])('leaves %s to the browser', (_key, platform, init) => {
  vi.stubGlobal('navigator', { platform })
  const fetchAll = vi.fn(async () => undefined)
  renderHook(() => usePrintWhole(fetchAll))
  const event = createEvent.keyDown(document.body, init)
  fireEvent(document.body, event)
  expect(event.defaultPrevented).toBe(false)
  expect(fetchAll).not.toHaveBeenCalled()
})
