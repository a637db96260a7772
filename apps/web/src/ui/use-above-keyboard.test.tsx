// @vitest-environment jsdom
import { renderHook } from '@testing-library/react'
import { expect, it } from 'vitest'
import { useAboveKeyboard } from './use-above-keyboard.ts'

it('changes a sheet only once the keyboard has opened, and follows the keyboard from then on', () => {
  // jsdom has no visual viewport.
  const viewport = Object.assign(new EventTarget(), { scale: 1, height: innerHeight, offsetTop: 0 })
  Object.assign(window, { visualViewport: viewport })
  const sheet = document.createElement('div')
  const becomes = (height: number) => {
    viewport.height = height
    viewport.dispatchEvent(new Event('resize'))
    return [sheet.style.getPropertyValue('--seen'), sheet.hasAttribute('data-above-keyboard')]
  }
  const { unmount } = renderHook(() => useAboveKeyboard(sheet))
  expect(sheet.hasAttribute('style')).toBe(false)
  expect(becomes(innerHeight / 2)).toEqual([`${innerHeight / 2}px`, true])
  expect(becomes(innerHeight)).toEqual([`${innerHeight}px`, false])
  unmount()
  Object.assign(window, { visualViewport: null })
})
