// @vitest-environment jsdom
import { afterEach, beforeEach, expect, it, vi } from 'vitest'

type Ask = { readonly id: number; readonly path: string }
/** The paths of the calls to the texts worker, first call first. */
let asked: string[] = []
class WorkerOfTexts extends EventTarget {
  postMessage({ id, path }: Ask) {
    asked.push(path)
    const data = { type: 'answer', id, value: 'kept' }
    queueMicrotask(() => this.dispatchEvent(new MessageEvent('message', { data })))
  }
}

/** Imports the module as on a page that has just been opened. */
const onNewPage = async (how: 'by the server' | 'by the service worker') => {
  vi.resetModules()
  if (how === 'by the service worker') document.documentElement.dataset.away = ''
  else delete document.documentElement.dataset.away
  return (await import('./read-or-kept.ts')).readOrKept<string>
}

let server: () => Promise<Response>
const answers = async () => Response.json('served', { headers: { 'x-pathlight': '1' } })
const isAway = async () => {
  throw new TypeError('No server')
}
const after = (ms: number, answer: () => Promise<Response>) => async () => {
  await new Promise((resolve) => setTimeout(resolve, ms))
  return answer()
}
const saysNothing = () => new Promise<Response>(() => undefined)

beforeEach(() => {
  asked = []
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  vi.stubGlobal('Worker', WorkerOfTexts)
  vi.stubGlobal('fetch', () => server())
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

it('asks what is kept at once where the page came without the server', async () => {
  const read = await onNewPage('by the service worker')
  server = saysNothing
  const answer = read('/api/bible/find?query=lord')
  expect(asked).toEqual(['/api/bible/find?query=lord'])
  await vi.advanceTimersByTimeAsync(1_000)
  expect(await answer).toBe('kept')
})

it('waits for a server that gave the page, and asks at once after it was away', async () => {
  const read = await onNewPage('by the server')
  server = after(3_000, answers)
  const first = read('/first')
  await vi.advanceTimersByTimeAsync(3_000)
  expect(await first).toBe('served')
  server = isAway
  expect(await read('/second')).toBe('kept')
  server = saysNothing
  void read('/third')
  expect(asked).toEqual(['/second', '/third'])
})

it('prefers the server as soon as it is back', async () => {
  const read = await onNewPage('by the service worker')
  server = after(2_000, answers)
  const late = read('/late')
  await vi.advanceTimersByTimeAsync(1_000)
  expect(await late).toBe('kept')
  await vi.advanceTimersByTimeAsync(1_000)
  server = after(3_000, answers)
  const next = read('/next')
  await vi.advanceTimersByTimeAsync(3_000)
  expect(await next).toBe('served')
  expect(asked).toEqual(['/late'])
})
