/**
 * How long a person looks at a page before a press, in milliseconds. The page fetches some code after its text, and
 * this code arrives in that time.
 */
export const LOOKS_MS = 3_000

/**
 * An expression to evaluate in a page. It sets `window.seenAfter` to a promise of a time in milliseconds: from the next
 * click until the first element that matches the selector is seen. The element is seen when a painted frame has it
 * within the window and at least half opaque, so an animation counts as well. The time begins with the click's own time
 * stamp.
 */
export const noteSeen = (selector: string): string => `void (window.seenAfter = new Promise((resolve) => {
  let pressed
  let shown
  addEventListener('click', ({ timeStamp }) => { pressed = timeStamp }, { capture: true, once: true })
  new PerformanceObserver((list) => { shown ??= list.getEntriesByName('click')[0]?.duration })
    .observe({ type: 'event', durationThreshold: 16 })
  const isSeen = (element) => {
    const { top, bottom } = element.getBoundingClientRect()
    let opacity = 1
    for (let around = element; around; around = around.parentElement) opacity *= getComputedStyle(around).opacity
    return top >= 0 && bottom <= innerHeight && opacity >= 0.5
  }
  const look = () => {
    const element = document.querySelector(${JSON.stringify(selector)})
    if (pressed === undefined || !element || !isSeen(element)) return requestAnimationFrame(look)
    const painted = new MessageChannel()
    painted.port1.onmessage = () => {
      const after = performance.now() - pressed
      // The browser also measures the time from the click to the first frame after it. It reports this time a little
      // later.
      setTimeout(() => resolve(Math.max(after, shown ?? 0)), 300)
    }
    painted.port2.postMessage(null)
  }
  requestAnimationFrame(look)
}))`
