// The work that cannot wait for the app's scripts. This file is a plain script, because a browser runs modules only
// after it has parsed the document.

// The page's default Trusted Types policy; the headers of libs/http/src/server.ts require one. Scripts and workers must
// come from our own origin. HTML may contain no tag except the svg in the stylesheet that react-colorful writes.
// ProseMirror parses pasted HTML under a policy of its own, in a document where no script runs.
;(() => {
  const refuse = () => {
    throw new TypeError('This may not become code')
  }
  const checkerboard =
    '<svg xmlns="http://www.w3.org/2000/svg" width="16" height="16" fill-opacity=".05"><path d="M8 0h8v8H8zM0 8h8v8H0z"/></svg>'
  window.trustedTypes?.createPolicy('default', {
    createScriptURL: (url) => (new URL(url, location.href).origin === location.origin ? url : refuse()),
    createHTML: (text) => (text.replace(checkerboard, '').includes('<') ? refuse() : text),
  })
})()

// Applies the saved appearance before the first paint. src/look/appearance.ts saves it and calls applyAppearance after
// a change.
;(() => {
  const root = document.documentElement
  const bars = { light: '#fbfaf7', sepia: '#f4ecd8', dark: '#14161a' }
  const dark = matchMedia('(prefers-color-scheme: dark)')

  const saved = () => {
    try {
      return JSON.parse(localStorage.getItem('appearance') ?? '{}') ?? {}
    } catch {
      return {}
    }
  }

  window.applyAppearance = () => {
    const { theme, size, leading, width, face, flow, without, otherHighlights } = saved()
    root.dataset.theme = theme in bars ? theme : dark.matches ? 'dark' : 'light'
    document.querySelector('meta[name=theme-color]')?.setAttribute('content', bars[root.dataset.theme])
    const scale = (name, value) => {
      if (value >= 0.5 && value <= 3) root.style.setProperty(name, String(value))
      else root.style.removeProperty(name)
    }
    scale('--text-scale', size)
    scale('--leading-scale', leading)
    scale('--measure-scale', width)
    // The names that look/scripture.css selects by, separated by blanks.
    const choices = [face === 'sans' && 'sans', flow === 'verse' && 'by-verse']
    if (otherHighlights === true) choices.push('other-highlights')
    for (const part of Array.isArray(without) ? without : []) choices.push(`no-${part}`)
    root.dataset.text = choices.filter(Boolean).join(' ')
  }

  window.applyAppearance()
  // Applies the stylesheets of the Korean and italic fonts that this device has (src/look/letters.ts) before the first
  // word is painted.
  try {
    for (const letters of localStorage.getItem('letters')?.split(' ') ?? []) {
      if (!letters.startsWith('/assets/')) continue
      const link = document.createElement('link')
      link.rel = 'stylesheet'
      link.href = letters
      link.setAttribute('blocking', 'render')
      document.head.append(link)
    }
  } catch {
    // Without storage the page shows the system's fonts.
  }
  dark.addEventListener('change', window.applyAppearance)
  // Another tab changed the appearance.
  addEventListener('storage', window.applyAppearance)

  // The cookie says that somebody may be signed in (src/session/signed-in-cookie.ts). From the first paint on, the
  // landing page then shows what is for signed-in people (src/features/landing/landing-page.tsx).
  if (/(^|; )pathlight_signed_in=1/.test(document.cookie)) root.dataset.known = ''

  // Reserves room for the reader's columns until the columns have loaded (look/reader.css). The history entry or this
  // device's storage says how many there are.
  try {
    const [, page, version = ''] = location.pathname.split('/')
    const visited = history.state?.usr?.reader?.columns
    const columns = visited ?? JSON.parse(localStorage.getItem('columns') ?? '[]')
    if (page === 'bible' && (columns.length === 2 || columns.length === 3)) {
      const at = Math.max(
        0,
        columns.findIndex((column) => column.version === decodeURIComponent(version)),
      )
      root.style.setProperty('--before', String(at / columns.length))
      root.style.setProperty('--behind', String((columns.length - 1 - at) / columns.length))
    }
  } catch {
    // Storage has no readable columns.
  }
})()

// The server sends the daily verses of three days. This style shows only the verse of the reader's day
// (src/features/landing/daily-verse.tsx).
;(() => {
  const now = new Date()
  const day = [now.getFullYear(), now.getMonth() + 1, now.getDate()]
    .map((part) => String(part).padStart(2, '0'))
    .join('-')
  try {
    const sheet = new CSSStyleSheet()
    sheet.insertRule(`#root[data-rendered] [data-day]:not([data-day='${day}']) { visibility: hidden }`)
    sheet.insertRule(`#root[data-rendered] [data-day='${day}'] { visibility: visible }`)
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet]
  } catch {
    // An older browser shows the verse of the server's day until the scripts have run.
  }
})()

// Starts the search in the texts on this device, when the service worker says that the server is away
// (src/service-worker/away-shell.ts).
;(() => {
  const { worker } = document.documentElement.dataset
  if (!worker) return
  window.textsWorker = new Worker(worker, { type: 'module' })
  textsWorker.postMessage({ type: 'prepare', search: location.search })
})()

// The app's scripts wait in a template (src/server.tsx) until the text is painted, because on a slow connection the
// scripts would delay the text. In a hidden tab, or after LONGEST_MS, the scripts start without waiting for the paint.
;(() => {
  const LONGEST_MS = 3000
  let isStarted = false
  const startScripts = () => {
    const scripts = document.getElementById('scripts')
    if (isStarted || scripts === null) return
    isStarted = true
    document.head.append(scripts.content.cloneNode(true))
  }
  const startWhileHidden = () => document.hidden && startScripts()
  startWhileHidden()
  document.addEventListener('visibilitychange', startWhileHidden)
  setTimeout(startScripts, LONGEST_MS)
  try {
    new PerformanceObserver((entries) => {
      if (entries.getEntriesByName('first-contentful-paint').length > 0) startScripts()
    }).observe({ type: 'paint', buffered: true })
  } catch {
    startScripts()
  }
})()

// Until the app's scripts have run, remembers the last press or choice. Afterwards src/main.tsx repeats it.
;(() => {
  let repeat = null
  const nameOf = (button) => button.getAttribute('aria-label') ?? button.textContent
  /**
   * Returns a function that presses the button. If React has replaced the button, the function presses the new button
   * with the same name and place.
   */
  const pressing = (button) => {
    const same = () => [...document.querySelectorAll('#root button')].filter((one) => nameOf(one) === name)
    const name = nameOf(button)
    const at = same().indexOf(button)
    return () => (button.isConnected ? button : same()[at])?.click()
  }
  const press = ({ target }) => {
    const button = target.closest?.('#root[data-rendered] button[type=button]')
    if (button) repeat = pressing(button)
  }
  // The browser sends no click for a button that React removes while the person holds it down, as during hydration.
  let down = null
  addEventListener(
    'pointerdown',
    ({ target }) => {
      const button = target.closest?.('#root button[type=button]')
      down = button && { button, press: pressing(button) }
    },
    true,
  )
  addEventListener('pointercancel', () => (down = null), true)
  addEventListener(
    'pointerup',
    () => {
      if (down && !down.button.isConnected) down.press()
      down = null
    },
    true,
  )
  const choose = ({ target }) => {
    const { value } = target
    if (!target.matches('#root[data-rendered] select')) return
    repeat = () => {
      target.value = value
      target.dispatchEvent(new Event('change', { bubbles: true }))
    }
  }
  // Without this listener the browser would send the form itself and leave the page, because the form's own script has
  // not run yet.
  const submit = (event) => {
    const form = event.target
    if (!form.matches('#root[data-rendered] form[method=post]')) return
    event.preventDefault()
    repeat = () => form.requestSubmit()
  }
  addEventListener('submit', submit, true)
  addEventListener('click', press, true)
  addEventListener('change', choose, true)
  window.doneEarly = () => {
    removeEventListener('submit', submit, true)
    removeEventListener('click', press, true)
    removeEventListener('change', choose, true)
    return repeat
  }
})()

// The browser offers only once to install the app, perhaps before the scripts have run
// (src/features/landing/install-hints.tsx).
addEventListener('beforeinstallprompt', (event) => {
  event.preventDefault()
  window.installOffer = event
})
