// What cannot wait for the app's scripts. A plain script, not a module: modules wait until the document is parsed.

// What text may become code here (Trusted Types, libs/http/src/server.ts): the address of a script or worker of our own, and HTML without a
// tag but the one in the styles that react-colorful writes. ProseMirror has a policy for what is pasted, which it reads where nothing runs.
;(() => {
  const refuse = () => {
    throw new TypeError('This may not become code')
  }
  const checks =
    '<svg xmlns="http://www.w3.org/2000/svg" width="16" height="16" fill-opacity=".05"><path d="M8 0h8v8H8zM0 8h8v8H0z"/></svg>'
  window.trustedTypes?.createPolicy('default', {
    createScriptURL: (url) => (new URL(url, location.href).origin === location.origin ? url : refuse()),
    createHTML: (text) => (text.replace(checks, '').includes('<') ? refuse() : text),
  })
})()

// Puts the saved appearance on the page before the first paint. src/look/appearance.ts writes what is read here, and calls
// applyAppearance after a change.
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
    // Words that look/scripture.css knows, separated by blanks.
    const choices = [face === 'sans' && 'sans', flow === 'verse' && 'by-verse']
    if (otherHighlights === true) choices.push('other-highlights')
    for (const part of Array.isArray(without) ? without : []) choices.push(`no-${part}`)
    root.dataset.text = choices.filter(Boolean).join(' ')
  }

  window.applyAppearance()
  // Korean and italic letters that this device has (look/letters.ts): before the first word is painted.
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
    // No storage: the system's letters.
  }
  dark.addEventListener('change', window.applyAppearance)
  // Another tab changed it.
  addEventListener('storage', window.applyAppearance)

  // Columns that this device remembers: room is kept for them until they are there (look/reader.css).
  try {
    const [, page, version = ''] = location.pathname.split('/')
    const visited = history.state?.usr?.desk?.columns
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
    // Nothing that could be read is kept.
  }
})()

// Of the verses of three days that the server gives, that of the reader's day is seen (src/features/landing/daily-verse.tsx).
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
    // An older browser: that of the server's day is seen until the scripts come.
  }
})()

// A search without the server (src/service-worker/away-shell.ts).
;(() => {
  const { worker } = document.documentElement.dataset
  if (!worker) return
  window.textsWorker = new Worker(worker, { type: 'module' })
  textsWorker.postMessage({ type: 'prepare', search: location.search })
})()

// The app's scripts wait in a template (src/server.tsx) until the text is on the screen: on a slow line they would
// delay it. Where nothing is painted (another tab is looked at, or it takes long) they do not wait for that.
;(() => {
  const LONGEST_MS = 3000
  let begun = false
  const begin = () => {
    const scripts = document.getElementById('scripts')
    if (begun || scripts === null) return
    begun = true
    document.head.append(scripts.content.cloneNode(true))
  }
  const beginUnseen = () => document.hidden && begin()
  beginUnseen()
  document.addEventListener('visibilitychange', beginUnseen)
  setTimeout(begin, LONGEST_MS)
  try {
    new PerformanceObserver((seen) => {
      if (seen.getEntriesByName('first-contentful-paint').length > 0) begin()
    }).observe({ type: 'paint', buffered: true })
  } catch {
    begin()
  }
})()

// What is pressed or chosen last before the scripts are there is once they are (src/main.tsx).
;(() => {
  let again = null
  const nameOf = (button) => button.getAttribute('aria-label') ?? button.textContent
  /** Answers what presses a button, or the one that has come in its place since: the page may render it anew. */
  const pressing = (button) => {
    const same = () => [...document.querySelectorAll('#root button')].filter((one) => nameOf(one) === name)
    const name = nameOf(button)
    const at = same().indexOf(button)
    return () => (button.isConnected ? button : same()[at])?.click()
  }
  const press = ({ target }) => {
    const button = target.closest?.('#root[data-rendered] button[type=button]')
    if (button) again = pressing(button)
  }
  // One that goes while it is being pressed gets no click: the browser takes the page over, or the session comes.
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
    again = () => {
      target.value = value
      target.dispatchEvent(new Event('change', { bubbles: true }))
    }
  }
  // Without a script there is nothing that it could be sent to, but the bar would show what was written.
  const submit = (event) => {
    const form = event.target
    if (!form.matches('#root[data-rendered] form[method=post]')) return
    event.preventDefault()
    again = () => form.requestSubmit()
  }
  addEventListener('submit', submit, true)
  addEventListener('click', press, true)
  addEventListener('change', choose, true)
  window.doneEarly = () => {
    removeEventListener('submit', submit, true)
    removeEventListener('click', press, true)
    removeEventListener('change', choose, true)
    return again
  }
})()

// The browser's offer to install the app comes once, and may come before the scripts (src/features/landing/install-hints.tsx).
addEventListener('beforeinstallprompt', (event) => {
  event.preventDefault()
  window.installOffer = event
})
