// Expressions for the browser's own engine, as text: the types of this workspace are those of Node.

/**
 * Whether the browser has taken the page over, with what this device adds to it. React marks the elements that it has
 * taken over. True for what is no page of the app.
 */
export const TAKEN_OVER = `!document.getElementById('root')
  || (!document.querySelector('#root[data-rendered]')
    && Object.keys(document.querySelector('#root > *') ?? {}).some((key) => key.startsWith('__react')))`

/** How many pixels wider than the window the page is. */
export const OVERFLOW = 'document.documentElement.scrollWidth - innerWidth'

/** Fulfilled once nothing moves any more: colours are measured at rest. What moves for ever is not waited for. */
export const AT_REST = `(async () => {
  for (;;) {
    // What changes now begins to move with the next frame.
    await new Promise((shown) => requestAnimationFrame(() => requestAnimationFrame(shown)))
    const moving = document.getAnimations().filter(({ effect, playState }) =>
      playState === 'running' && effect.getComputedTiming().endTime < Infinity)
    if (moving.length === 0) return
    await Promise.allSettled(moving.map(({ finished }) => finished))
  }
})()`

/**
 * Fulfilled once the page has heard of the scrolling before it and of what came of that: the page's own timers for it were set before
 * this one, and for less.
 */
export const AFTER_SCROLLING = `new Promise((done) =>
  requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done, 200))))`

/** How much of the window has moved without being asked (Cumulative Layout Shift). */
export const LAYOUT_SHIFT = `new Promise((resolve) => {
  let sum = 0
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) if (!entry.hadRecentInput) sum += entry.value
  }).observe({ type: 'layout-shift', buffered: true })
  setTimeout(() => resolve(sum), 100)
})`

/** What has moved without being asked, and from where to where. */
export const MOVED = `new Promise((resolve) => {
  const moved = []
  const at = ({ x, y, width, height }) => [x, y, width, height].join()
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries())
      for (const { node, previousRect, currentRect } of entry.hadRecentInput ? [] : entry.sources)
        moved.push([node?.outerHTML?.slice(0, 200) ?? node?.textContent, at(previousRect), at(currentRect)].join(' '))
  }).observe({ type: 'layout-shift', buffered: true })
  setTimeout(() => resolve(moved), 100)
})`

/** The scripts of the app that were asked for before anything was painted. */
export const SCRIPTS_BEFORE_THE_TEXT = `(() => {
  const [{ startTime: seen }] = performance.getEntriesByName('first-contentful-paint')
  const scripts = performance.getEntriesByType('resource').filter(({ name }) => /assets.*[.]js$/.test(name))
  if (scripts.length === 0) throw new Error('no scripts')
  return scripts.filter(({ startTime }) => startTime < seen).map(({ name }) => name)
})()`

/**
 * The controls that are smaller than a thumb (44 px), as a list of words. Not those in the text of the Bible: a tap
 * anywhere on the verse does what its number does. Not a link within a sentence: its line is as high as the others. A box
 * to tick is as large as the label that ticks it.
 */
export const SMALL_CONTROLS = `(() => {
  const inSentence = (control) => getComputedStyle(control).display === 'inline'
    && [...control.parentElement.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.data.trim() !== '')
  const target = (control) => (/^(checkbox|radio)$/.test(control.type) && control.closest('label')) || control
  return [...document.querySelectorAll('button, select, input, textarea, summary, a[href], [role=option], [role=slider], [role^=menuitem]')]
    .filter((control) => control.checkVisibility({ visibilityProperty: true }))
    .filter((control) => !control.closest('.scripture') && !control.matches('.sr-only') && !inSentence(control))
    .map((control) => [control.outerHTML.slice(0, 130), target(control).getBoundingClientRect()])
    .filter(([, { width, height }]) => width > 0 && (height < 43.9 || width < 43.9))
    .map(([control, { width, height }]) => control + ' ' + width + ' x ' + height)
})()`

/**
 * What does not fit into the window, as a list of words: what stands out of it to the right or the left, and what is cut or
 * scrolls sideways within it. A line that ends in an ellipsis is meant to, and a toolbar may be pushed by the finger.
 */
export const TOO_WIDE = `(() => {
  const wide = document.documentElement.clientWidth
  const named = (element) => element.outerHTML.slice(0, 160)
  const isUnseen = (element) => !element.checkVisibility() || element.closest('.sr-only, select') !== null
  const clipping = (element) => getComputedStyle(element).overflowX !== 'visible'
  const within = (element) => {
    for (let around = element.parentElement; around && around !== document.body; around = around.parentElement)
      if (clipping(around)) return true
    return false
  }
  const all = [...document.body.querySelectorAll('*')].filter((element) => !isUnseen(element))
  const standing = all.filter((element) => {
    const { left, right, width } = element.getBoundingClientRect()
    return width > 0 && (right > wide + 1 || left < -1) && !within(element)
  })
  const cut = all.filter((element) => clipping(element) && element.clientWidth > 0
    && element.scrollWidth > element.clientWidth + 1
    && !element.matches('input, textarea, [role=toolbar]')
    && getComputedStyle(element).textOverflow !== 'ellipsis')
  const page = document.documentElement.scrollWidth - wide
  return [
    ...(page > 0 ? ['the page scrolls by ' + page + ' px'] : []),
    ...standing.slice(0, 4).map((element) => 'stands out: ' + named(element)),
    ...cut.slice(0, 4).map((element) => 'is cut: ' + named(element)),
  ]
})()`

/** The words of buttons and headings that go on in the next line: there is no room for them. */
export const BROKEN_WORDS = `(() => {
  const isBroken = (text) => [...text.data.matchAll(/\\S+/g)].some(({ 0: word, index }) => {
    const range = document.createRange()
    range.setStart(text, index)
    range.setEnd(text, index + word.length)
    return new Set([...range.getClientRects()].map(({ y }) => Math.round(y))).size > 1
  })
  return [...document.querySelectorAll('button, h1, h2, h3')]
    .filter((control) => control.checkVisibility())
    .flatMap((control) => [...control.childNodes].filter((node) => node.nodeType === Node.TEXT_NODE && isBroken(node)))
    .map((text) => text.data)
})()`

/** Whether the sermon that is open is in the database of what this device has seen. */
export const IS_SEEN = `new Promise((resolve, reject) => {
  const asked = indexedDB.open('pathlight')
  asked.onerror = () => reject(asked.error)
  asked.onsuccess = () => {
    const keys = asked.result.transaction('answers').objectStore('answers').getAllKeys()
    keys.onsuccess = () => {
      asked.result.close()
      resolve(JSON.stringify(keys.result).includes(location.pathname.split('/').at(-1)))
    }
  }
})`

/** The addresses of what the service worker has kept of the Bible. */
export const KEPT_ADDRESSES = `caches.open('bible').then((cache) => cache.keys()).then((keys) => keys.map(({ url }) => url))`

/** Whether the service worker serves the page, and has kept a chapter: the one that was open before it came. */
export const SERVED = `navigator.serviceWorker.controller !== null
  && ${KEPT_ADDRESSES}.then((urls) => urls.some((url) => url.includes('chapter')))`

/** How much of a person this device has in the database of what they have seen and keep. */
export const COUNT_SEEN = `new Promise((resolve, reject) => {
  const asked = indexedDB.open('pathlight')
  asked.onerror = () => reject(asked.error)
  asked.onsuccess = () => {
    const db = asked.result
    const done = (count) => { db.close(); resolve(count) }
    if (!db.objectStoreNames.contains('answers')) return done(0)
    const count = db.transaction('answers').objectStore('answers').count()
    count.onsuccess = () => done(count.result)
  }
})`
