import { afterEach } from 'vitest'

// Only where there is a page: the rules' tests have none, and need not wait for React.
if (typeof document !== 'undefined') {
  const { cleanup, configure } = await import('@testing-library/react')
  // As libs/testing/src/eventually.ts waits: on a machine that does much else, a page may be late.
  configure({ asyncUtilTimeout: 60_000 })
  afterEach(cleanup)
  // jsdom has no windows of any size.
  window.matchMedia ??= (query) => Object.assign(new EventTarget(), { matches: false, media: query }) as MediaQueryList
}
