import { afterEach } from 'vitest'

// Tests without a DOM do not load React.
if (typeof document !== 'undefined') {
  const { cleanup, configure } = await import('@testing-library/react')
  // As long as in libs/testing/src/eventually.ts, because a page may be slow on a busy machine.
  configure({ asyncUtilTimeout: 60_000 })
  afterEach(cleanup)
  // jsdom has no matchMedia.
  window.matchMedia ??= (query) => Object.assign(new EventTarget(), { matches: false, media: query }) as MediaQueryList
}
