import { afterAll, afterEach } from 'vitest'

// Tests without a DOM do not load React.
if (typeof document !== 'undefined') {
  const { cleanup, configure } = await import('@testing-library/react')
  // The same time as in libs/testing/src/eventually.ts. It is long, because a page may be slow on a busy machine.
  configure({ asyncUtilTimeout: 60_000 })
  afterEach(cleanup)
  // jsdom has no matchMedia.
  window.matchMedia ??= (query) => Object.assign(new EventTarget(), { matches: false, media: query }) as MediaQueryList
  // A timer that a component leaves behind would run after the file's page is gone, and find no window.
  const { setTimeout: start } = globalThis
  const started = new Set<NodeJS.Timeout>()
  const startNoted = (...given: Parameters<typeof start>): NodeJS.Timeout => {
    const timer = start(...given)
    started.add(timer)
    return timer
  }
  globalThis.setTimeout = Object.assign(startNoted, start)
  afterAll(() => started.forEach(clearTimeout))
}
