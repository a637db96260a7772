// @vitest-environment jsdom
import { act, renderHook } from '@testing-library/react'
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
