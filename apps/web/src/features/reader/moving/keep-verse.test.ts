// @vitest-environment jsdom
import { afterEach, expect, it, vi } from 'vitest'
import { readerAt } from '../columns/reader-state.ts'
import { keepVerse } from './keep-verse.ts'

afterEach(() => void vi.unstubAllGlobals())

it('keeps the bridge that has the chosen verse at its height', () => {
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe = () => undefined
      unobserve = () => undefined
      disconnect = () => undefined
    },
  )
  const root = document.createElement('div')
  root.innerHTML = `<div class="columns"><section data-column="c1">
    <span class="verse" data-verse="4"><sup class="verse-number" data-verse="4">4-6</sup></span></section></div>`
  document.body.append(root)
  let top = 100
  const box = () => new DOMRect(0, top, 300, 40)
  const bridge = root.querySelector('.verse')
  if (!bridge) throw new Error('no bridge')
  bridge.getBoundingClientRect = box
  bridge.getClientRects = () => [box()] as unknown as DOMRectList
  const { update, end } = keepVerse(root)
  const reader = readerAt({ version: 'WEB', book: 'John', chapter: 3 }, 5)
  update(reader, 'entry')
  // The content above the verse grows.
  top = 250
  update(reader, 'entry')
  expect(document.documentElement.scrollTop).toBe(150)
  end()
  root.remove()
})
