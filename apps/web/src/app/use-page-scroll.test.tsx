// @vitest-environment jsdom
import { screen } from '@testing-library/react'
import { beforeEach, expect, it, vi } from 'vitest'
import { showInApp } from '../testing/in-app.tsx'
import { until } from '../testing/until.ts'
import { usePageScroll } from './use-page-scroll.ts'

const Page = () => {
  usePageScroll()
  return <p id="here">Words</p>
}
beforeEach(() => {
  window.scrollTo = vi.fn()
  Element.prototype.scrollIntoView = vi.fn()
})

it('goes to what the end of an address names', async () => {
  showInApp([{ path: '/', Component: Page }], '/#here')
  await screen.findByText('Words')
  await until(() => expect(Element.prototype.scrollIntoView).toHaveBeenCalled())
})

it('shows a page whose address ends in what nothing can be named', async () => {
  showInApp([{ path: '/', Component: Page }], '/#100%')
  await screen.findByText('Words')
  await until(() => expect(window.scrollTo).toHaveBeenCalledWith(0, 0))
})
