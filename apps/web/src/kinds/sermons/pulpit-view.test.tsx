// @vitest-environment jsdom
import { richTextOf } from '@pathlight/contracts/rich-text-rules.ts'
import { act, screen } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { showInApp } from '../../testing/in-app.tsx'
import PulpitView from './pulpit-view.tsx'

afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

it('keeps its place in the text when the letters are larger, and when the device is turned', async () => {
  // jsdom has no layout. Here larger letters make twice as many pages.
  let pages = 29
  let turned: () => void = () => undefined
  const larger = () => document.querySelector<HTMLElement>('.pulpit')?.style.getPropertyValue('--letters') !== '2rem'
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockImplementation(() => 400)
  vi.spyOn(HTMLElement.prototype, 'scrollWidth', 'get').mockImplementation(() => 400 * pages * (larger() ? 2 : 1))
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
  const element = <PulpitView title="Hope" content={richTextOf('She came.')} sharing={null} onClose={() => undefined} />
  const { user } = showInApp([{ path: '/', element }])
  await screen.findByText('Page 1 of 29')
  await user.keyboard('{End}')
  await screen.findByText('Page 29 of 29')
  await user.click(screen.getByRole('button', { name: 'Larger letters' }))
  await screen.findByText('Page 57 of 58')
  expect(document.querySelector('.line-pages')?.scrollLeft).toBe(56 * 400)
  await user.click(screen.getByRole('button', { name: 'Smaller letters' }))
  await screen.findByText('Page 29 of 29')
  pages = 10
  act(() => turned())
  await screen.findByText('Page 10 of 10')
  pages = 29
  act(() => turned())
  await screen.findByText('Page 29 of 29')
})
