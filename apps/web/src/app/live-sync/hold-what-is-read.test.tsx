// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { holdWhatIsRead } from './hold-what-is-read.ts'

// jsdom has no layout. In this test each element is as high as its `data-height` says. The elements are one below the
// other, in a page that scrolls.

const HEIGHT = 100
let anchors = false
let scrolled = 0
let frames: FrameRequestCallback[] = []

const heightOf = (element: Element): number =>
  element.children.length > 0
    ? [...element.children].reduce((sum, child) => sum + heightOf(child), 0)
    : Number(element.getAttribute('data-height') ?? HEIGHT)
const topOf = (element: Element): number => {
  let top = element.parentElement && element !== document.body ? topOf(element.parentElement) : -scrolled
  for (
    let before = element.previousElementSibling;
    before && element !== document.body;
    before = before.previousElementSibling
  )
    if (before instanceof HTMLElement && before.style.position === '') top += heightOf(before)
  return top
}
const items = () => [...document.querySelectorAll('li')]
const add = (before: Element | null) => document.querySelector('ul')?.insertBefore(document.createElement('li'), before)
const frame = () => {
  const now = frames
  frames = []
  for (const look of now) look(0)
}
/** The top of an element in the window, in pixels. */
const placeOf = (element: Element | undefined) => element && topOf(element)

beforeEach(() => {
  vi.useFakeTimers()
  anchors = false
  scrolled = 250
  frames = []
  vi.stubGlobal('CSS', { supports: () => anchors })
  vi.stubGlobal('innerHeight', 500)
  vi.stubGlobal('requestAnimationFrame', (look: FrameRequestCallback) => frames.push(look))
  vi.spyOn(Element.prototype, 'getBoundingClientRect').mockImplementation(function (this: HTMLElement) {
    const top = this.style.position === 'sticky' ? 0 : topOf(this)
    return new DOMRect(0, top, 300, heightOf(this))
  })
  Object.defineProperty(document, 'scrollingElement', { value: document.documentElement, configurable: true })
  Object.defineProperty(document.documentElement, 'scrollTop', {
    get: () => scrolled,
    set: (to: number) => (scrolled = to),
    configurable: true,
  })
  Object.defineProperty(document.documentElement, 'clientWidth', { value: 300, configurable: true })
  document.body.innerHTML = `<header style="position: sticky" data-height="60"></header><main><ul>${'<li></li>'.repeat(12)}</ul></main>`
})
afterEach(async () => {
  // Ends the update, so that the next test begins a new one.
  await vi.advanceTimersByTimeAsync(2000)
  frame()
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

describe('what is read', () => {
  it('stays where it is while something comes, grows and goes above it', () => {
    const [first, second, , , read] = items()
    holdWhatIsRead(Promise.resolve())
    const place = placeOf(read)
    add(first ?? null)
    frame()
    expect(placeOf(read)).toBe(place)
    second?.setAttribute('data-height', '140')
    frame()
    expect(placeOf(read)).toBe(place)
    first?.remove()
    frame()
    expect(placeOf(read)).toBe(place)
  })

  it('stays when what is first on the screen is taken away', () => {
    const all = items()
    holdWhatIsRead(Promise.resolve())
    const place = placeOf(all[5])
    // The bar covers the top 60 pixels. The fourth item begins behind the bar.
    expect([placeOf(all[3]), placeOf(all[4])]).toEqual([50, 150])
    all[4]?.remove()
    frame()
    expect(placeOf(all[5])).toBe(place)
    all[2]?.setAttribute('data-height', '140')
    frame()
    expect(placeOf(all[5])).toBe(place)
  })

  it('is scrolled by the person alone, also while something comes above', () => {
    const [first, , , , , read] = items()
    holdWhatIsRead(Promise.resolve())
    const place = placeOf(read) ?? 0
    scrolled += 70
    frame()
    expect(placeOf(read)).toBe(place - 70)
    scrolled += 30
    add(first ?? null)
    frame()
    expect(placeOf(read)).toBe(place - 100)
  })

  it('is not pushed twice where the page has put it back already', () => {
    const [first, , , , read] = items()
    holdWhatIsRead(Promise.resolve())
    const place = placeOf(read)
    add(first ?? null)
    scrolled += HEIGHT
    frame()
    expect(placeOf(read)).toBe(place)
  })

  it('is held in what is scrolled by itself, too, as a column is', () => {
    document.body.innerHTML = '<div><p></p><p></p><p></p><p></p></div>'
    const column = document.querySelector('div')
    let own = 150
    Object.defineProperty(column, 'scrollTop', { get: () => own, set: (to: number) => (own = to) })
    scrolled = 0
    const [above, , read] = document.querySelectorAll('p')
    vi.spyOn(Element.prototype, 'getBoundingClientRect').mockImplementation(function (this: HTMLElement) {
      return this === column ? new DOMRect(0, 0, 300, 250) : new DOMRect(0, topOf(this) - own, 300, heightOf(this))
    })
    const place = () => read?.getBoundingClientRect().top
    expect(place()).toBe(50)
    holdWhatIsRead(Promise.resolve())
    above?.setAttribute('data-height', '130')
    frame()
    expect(place()).toBe(50)
  })

  it('goes down at the very top of the page, where one sees what comes', () => {
    scrolled = 0
    const [first] = items()
    holdWhatIsRead(Promise.resolve())
    add(first ?? null)
    frame()
    expect(placeOf(first)).toBe(HEIGHT)
  })

  it('is held for as long as an answer takes and a second after it', async () => {
    const [first, , , , read] = items()
    const { promise, resolve } = Promise.withResolvers<void>()
    holdWhatIsRead(promise)
    await vi.advanceTimersByTimeAsync(60_000)
    frame()
    const place = placeOf(read)
    add(first ?? null)
    frame()
    expect(placeOf(read)).toBe(place)
    resolve()
    await vi.advanceTimersByTimeAsync(500)
    frame()
    expect(frames).toHaveLength(1)
    await vi.advanceTimersByTimeAsync(600)
    frame()
    expect(frames).toHaveLength(0)
  })

  it('is left to a browser that holds it by itself', () => {
    anchors = true
    holdWhatIsRead(Promise.resolve())
    expect(frames).toHaveLength(0)
  })
})
