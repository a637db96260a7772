// Expressions that run in the browser. They are texts, because this workspace has Node's types.

/**
 * Whether the app has taken over the page: React has marked its first element as hydrated, and the app has removed
 * `data-rendered`, the sign of a page from the server. True for a page that is not the app's.
 */
export const TAKEN_OVER = `!document.getElementById('root')
  || (!document.querySelector('#root[data-rendered]')
    && Object.keys(document.querySelector('#root > *') ?? {}).some((key) => key.startsWith('__react')))`

/** By how many pixels the page is wider than its window. */
export const OVERFLOW = 'document.documentElement.scrollWidth - innerWidth'

/**
 * Resolves once no animation runs, so that colours are not measured during a transition. Endless animations may run.
 */
export const AT_REST = `(async () => {
  for (;;) {
    // An animation that a change causes starts with the next frame.
    await new Promise((shown) => requestAnimationFrame(() => requestAnimationFrame(shown)))
    const moving = document.getAnimations().filter(({ effect, playState }) =>
      playState === 'running' && effect.getComputedTiming().endTime < Infinity)
    if (moving.length === 0) return
    await Promise.allSettled(moving.map(({ finished }) => finished))
  }
})()`

/**
 * Resolves once the page has handled earlier scrolling. The page's timers after a scroll are shorter than these 200 ms.
 */
export const AFTER_SCROLLING = `new Promise((done) =>
  requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done, 200))))`

/** The sum of all layout shifts of the page that follow no recent input of the person. */
export const LAYOUT_SHIFT = `new Promise((resolve) => {
  let sum = 0
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) if (!entry.hadRecentInput) sum += entry.value
  }).observe({ type: 'layout-shift', buffered: true })
  setTimeout(() => resolve(sum), 100)
})`

/** The elements that the shifts of LAYOUT_SHIFT have moved, each with its old and new place and size. */
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

/** The addresses of the app's scripts that were requested before the first paint of words. */
export const SCRIPTS_BEFORE_THE_TEXT = `(() => {
  const [{ startTime: seen }] = performance.getEntriesByName('first-contentful-paint')
  const scripts = performance.getEntriesByType('resource').filter(({ name }) => /assets.*[.]js$/.test(name))
  if (scripts.length === 0) throw new Error('no scripts')
  return scripts.filter(({ startTime }) => startTime < seen).map(({ name }) => name)
})()`

/**
 * The controls that are narrower or lower than a thumb (44 px), as HTML with their sizes. Controls within a sentence
 * and controls for screen readers are left out, and those in the Bible text, where a tap on the verse does the same. A
 * checkbox or radio button counts with its label.
 */
export const SMALL_CONTROLS = `(() => {
  const inSentence = (control) => getComputedStyle(control).display === 'inline'
    && [...control.parentElement.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.data.trim() !== '')
  const target = (control) => (/^(checkbox|radio)$/.test(control.type) && control.closest('label')) || control
  return [...document.querySelectorAll('button, select, input, textarea, summary, a[href], [role=option], [role=slider], [role^=menuitem]')]
    .filter((control) => control.checkVisibility({ visibilityProperty: true }))
    .filter((control) => !control.closest('.scripture') && !control.closest('.sr-only') && !inSentence(control))
    .map((control) => [control.outerHTML.slice(0, 130), target(control).getBoundingClientRect()])
    .filter(([, { width, height }]) => width > 0 && (height < 43.9 || width < 43.9))
    .map(([control, { width, height }]) => control + ' ' + width + ' x ' + height)
})()`

/**
 * How far the page scrolls sideways, up to four elements beyond the edges of the window, and up to four that are cut or
 * scroll sideways. Lines with an ellipsis, text fields, toolbars and rows that scroll by finger are allowed.
 */
export const TOO_WIDE = `(() => {
  const wide = document.documentElement.clientWidth
  const describe = (element) => element.outerHTML.slice(0, 160)
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
    && !element.matches('input, textarea, [role=toolbar], .scroll-row')
    && getComputedStyle(element).textOverflow !== 'ellipsis')
  const page = document.documentElement.scrollWidth - wide
  return [
    ...(page > 0 ? ['the page scrolls by ' + page + ' px'] : []),
    ...standing.slice(0, 4).map((element) => 'stands out: ' + describe(element)),
    ...cut.slice(0, 4).map((element) => 'is cut: ' + describe(element)),
  ]
})()`

/** The texts of buttons and headings in which a word is broken over two lines. */
export const BROKEN_WORDS = `(() => {
  const isBroken = (text) => [...text.data.matchAll(/\\S+/g)].some(({ 0: word, index }) => {
    const range = document.createRange()
    range.setStart(text, index)
    range.setEnd(text, index + word.length)
    return new Set([...range.getClientRects()].map(({ y }) => Math.round(y))).size > 1
  })
  return [...document.querySelectorAll('button, button > [aria-hidden], h1, h2, h3')]
    .filter((control) => control.checkVisibility())
    .flatMap((control) => [...control.childNodes].filter((node) => node.nodeType === Node.TEXT_NODE && isBroken(node)))
    .map((text) => text.data)
})()`

/** Whether the device has stored an answer with the open item, whose id ends the address of the page. */
export const IS_SEEN = `new Promise((resolve, reject) => {
  const asked = indexedDB.open('pathlight')
  asked.onerror = () => reject(asked.error)
  asked.onsuccess = () => {
    if (!asked.result.objectStoreNames.contains('answers')) {
      asked.result.close()
      return resolve(false)
    }
    const keys = asked.result.transaction('answers').objectStore('answers').getAllKeys()
    keys.onsuccess = () => {
      asked.result.close()
      resolve(JSON.stringify(keys.result).includes(location.pathname.split('/').at(-1)))
    }
  }
})`

/** The addresses of Bible answers in the service worker's cache. */
export const KEPT_ADDRESSES = `caches.open('bible').then((cache) => cache.keys()).then((keys) => keys.map(({ url }) => url))`

/** Whether a service worker serves the page and has stored a chapter. */
export const SERVED = `navigator.serviceWorker.controller !== null
  && ${KEPT_ADDRESSES}.then((urls) => urls.some((url) => url.includes('chapter')))`

/** The number of stored answers and offline items on this device. */
export const COUNT_SEEN = `new Promise((resolve, reject) => {
  const asked = indexedDB.open('pathlight')
  asked.onerror = () => reject(asked.error)
  asked.onsuccess = () => {
    const db = asked.result
    const done = (count) => { db.close(); resolve(count) }
    if (!db.objectStoreNames.contains('items')) return done(0)
    const both = db.transaction(['answers', 'items'])
    const counts = ['answers', 'items'].map((store) => both.objectStore(store).count())
    both.oncomplete = () => done(counts[0].result + counts[1].result)
  }
})`

/** The drafts and pending writes in the device's database, as JSON. */
export const WORK = `new Promise((resolve, reject) => {
  const opening = indexedDB.open('pathlight')
  opening.onerror = () => reject(opening.error)
  opening.onsuccess = () => {
    const db = opening.result
    const done = (all) => { db.close(); resolve(JSON.stringify(all)) }
    if (!db.objectStoreNames.contains('work')) return done([])
    const all = db.transaction('work').objectStore('work').getAll()
    all.onsuccess = () => done(all.result)
  }
})`

/** Whether a word is in a draft or a pending write in the device's database. */
export const isInDatabase = (word: string): string => `new Promise((resolve) => {
  const asked = indexedDB.open('pathlight')
  asked.onerror = () => resolve(false)
  // The database does not exist, and looking must not create it.
  asked.onupgradeneeded = () => asked.transaction.abort()
  asked.onsuccess = () => {
    const db = asked.result
    const done = (found) => { db.close(); resolve(found) }
    if (!db.objectStoreNames.contains('work')) return done(false)
    const all = db.transaction('work').objectStore('work').getAll()
    all.onerror = () => done(false)
    all.onsuccess = () => done(JSON.stringify(all.result).includes(${JSON.stringify(word)}))
  }
})`

/** Makes IndexedDB abort each `put`, as on a full disk. A quota set by DevTools is not reliable. */
export const NO_ROOM = `(() => {
  const { put } = IDBObjectStore.prototype
  IDBObjectStore.prototype.put = function (...given) {
    const asked = put.apply(this, given)
    this.transaction.abort()
    return asked
  }
})()`
