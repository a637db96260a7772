// @vitest-environment jsdom
import { afterEach, expect, it, vi } from 'vitest'
import { listenToSwipes } from './swipe.ts'

afterEach(() => void vi.unstubAllGlobals())

const show = () => {
  const text = document.createElement('div')
  text.animate = vi.fn(() => ({ finished: Promise.resolve() }) as unknown as Animation)
  window.matchMedia = vi.fn(() => ({ matches: false }) as MediaQueryList)
  const onNext = vi.fn()
  listenToSwipes(text, { onPrevious: null, onNext })
  const finger = (type: string, pointerId: number, clientX: number) =>
    text.dispatchEvent(
      Object.assign(new MouseEvent(type, { clientX, clientY: 100, bubbles: true }), {
        pointerId,
        pointerType: 'touch',
        isPrimary: pointerId === 1,
      }),
    )
  const settled = () => new Promise((resolve) => setTimeout(resolve))
  return { text, finger, onNext, settled }
}

it('turns the page by one finger', async () => {
  const { text, finger, onNext, settled } = show()
  finger('pointerdown', 1, 300)
  finger('pointermove', 1, 180)
  expect(text.style.translate).toBe('-120px')
  finger('pointerup', 1, 180)
  await settled()
  expect(onNext).toHaveBeenCalledOnce()
  expect(text.style.translate).toBe('')
})

it('lets the text go back where a second finger comes to enlarge it', async () => {
  const { text, finger, onNext, settled } = show()
  finger('pointerdown', 1, 300)
  finger('pointermove', 1, 240)
  finger('pointerdown', 2, 100)
  finger('pointercancel', 1, 240)
  finger('pointercancel', 2, 100)
  await settled()
  expect(text.style.translate).toBe('')
  expect(text.hasAttribute('data-swiping')).toBe(false)
  expect(onNext).not.toHaveBeenCalled()
})

it('leaves a page that was enlarged by two fingers to the finger that moves it', () => {
  const viewport = Object.assign(new EventTarget(), { scale: 1 })
  vi.stubGlobal('visualViewport', viewport)
  const { text, finger } = show()
  viewport.scale = 2
  viewport.dispatchEvent(new Event('resize'))
  expect(text.style.touchAction).toBe('manipulation')
  finger('pointerdown', 1, 300)
  finger('pointermove', 1, 180)
  expect(text.style.translate).toBe('')
  finger('pointerup', 1, 180)
  viewport.scale = 1
  viewport.dispatchEvent(new Event('resize'))
  expect(text.style.touchAction).toBe('')
  finger('pointerdown', 1, 300)
  finger('pointermove', 1, 180)
  expect(text.style.translate).toBe('-120px')
})
