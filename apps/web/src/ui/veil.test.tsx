// @vitest-environment jsdom
import { render } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { Veil } from './veil.tsx'

it('measures the page before the modal is in it, so that the modal is laid out once', () => {
  const modalAtMeasure: boolean[] = []
  const width = vi.spyOn(document.documentElement, 'clientWidth', 'get').mockImplementation(() => {
    modalAtMeasure.push(document.querySelector('[data-modal]') !== null)
    return innerWidth - 15
  })
  const { unmount } = render(<Veil />)
  expect(document.documentElement.style.paddingInlineEnd).toBe('15px')
  expect(modalAtMeasure).toEqual([false])
  unmount()
  expect(document.documentElement.style.overflow).toBe('')
  width.mockRestore()
})
