import { afterEach } from 'vitest'

// Tests without a page need not wait for React.
if (typeof document !== 'undefined') {
  const { cleanup, configure } = await import('@testing-library/react')
  // The same wait as in libs/testing/src/eventually.ts: a page may be late on a busy machine.
  configure({ asyncUtilTimeout: 60_000 })
  afterEach(cleanup)
  // jsdom has no matchMedia.
  window.matchMedia ??= (query) => Object.assign(new EventTarget(), { matches: false, media: query }) as MediaQueryList
}
