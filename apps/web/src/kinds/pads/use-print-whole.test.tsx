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
  ['Ctrl+P', { ctrlKey: true, key: 'p' }],
  ['Cmd+P on a Korean keyboard', { metaKey: true, key: 'ㅔ' }],
])('prints what it has fetched at %s, once', async (_key, init) => {
  const printed = vi.fn()
  vi.stubGlobal('print', printed)
  const fetching = Promise.withResolvers<void>()
  const fetchAll = vi.fn(() => fetching.promise)
  renderHook(() => usePrintWhole(fetchAll))
  for (let press = 0; press < 2; press++) {
    const event = createEvent.keyDown(document.body, { code: 'KeyP', ...init })
    fireEvent(document.body, event)
    expect(event.defaultPrevented).toBe(true)
  }
  expect(printed).not.toHaveBeenCalled()
  fetching.resolve()
  await act(() => fetching.promise)
  expect([fetchAll, printed].map(({ mock }) => mock.calls.length)).toEqual([1, 1])
})
