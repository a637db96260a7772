// @vitest-environment jsdom
import { richTextOf } from '@pathlight/contracts/rich-text-rules.ts'
import { act } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { showInApp } from '../../testing/in-app.tsx'
import { LinePages } from './line-pages.tsx'

afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

it('stays at the beginning of its page when the device is turned, although the number of pages stays the same', () => {
  // jsdom has no layout. Here a text has three pages at any width.
  let width = 400
  let turned: () => void = () => undefined
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockImplementation(() => width)
  vi.spyOn(HTMLElement.prototype, 'scrollWidth', 'get').mockImplementation(() => 3 * width)
  vi.stubGlobal(
    'ResizeObserver',
    class {
      constructor(notify: () => void) {
        turned = notify
      }
      observe() {}
      disconnect() {}
    },
  )
  const onPages = vi.fn()
  const element = <LinePages content={richTextOf('She came at noon.')} lines={null} page={1} onPages={onPages} />
  const { container } = showInApp([{ path: '/', element }])
  const frame = container.querySelector('.line-pages')
  expect(onPages).toHaveBeenLastCalledWith(3)
  expect(frame?.scrollLeft).toBe(400)
  width = 800
  act(() => turned())
  expect(frame?.scrollLeft).toBe(800)
})
