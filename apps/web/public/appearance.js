// Puts the saved appearance on the page before the first paint. A plain script, not a module: modules wait until the
// document is parsed. src/look/appearance.ts writes what is read here, and calls applyAppearance after a change.
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
    const { theme, size, leading } = saved()
    root.dataset.theme = theme in bars ? theme : dark.matches ? 'dark' : 'light'
    document.querySelector('meta[name=theme-color]')?.setAttribute('content', bars[root.dataset.theme])
    if (size >= 0.5 && size <= 3) root.style.setProperty('--text-scale', String(size))
    else root.style.removeProperty('--text-scale')
    if (leading >= 0.5 && leading <= 2) root.style.setProperty('--leading-scale', String(leading))
    else root.style.removeProperty('--leading-scale')
  }

  window.applyAppearance()
  // Korean letters that this device has (look/letters.ts): before the first word is painted.
  try {
    const letters = localStorage.getItem('letters')
    if (letters?.startsWith('/assets/')) {
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
})()
