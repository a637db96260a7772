// @vitest-environment jsdom
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'

const script = readFileSync(join(import.meta.dirname, '../public/shared-words.js'), 'utf8')
const PATH = '/shared/4a1e7c1e-6f0f-4c83-9f0e-0d1a2b3c4d5e'
const KEY = 'k'.repeat(43)

let sent: FakeRequest[] = []
class FakeRequest {
  status = 0
  responseXML: Document | null = null
  responseType = ''
  onloadend: (() => void) | null = null
  open = vi.fn()
  setRequestHeader = vi.fn()
  isOurs = true
  body = ''
  getResponseHeader = (name: string) => (this.isOurs && name === 'x-pathlight' ? '1' : null)
  send(body: string) {
    this.body = body
    sent.push(this)
  }
  answer(status: number, html: string) {
    this.status = status
    this.responseXML = new DOMParser().parseFromString(html, 'text/html')
    this.onloadend?.()
  }
}

/** Opens the page as the server sends it, at this hash, and runs its script. Returns the only request. */
const open = (hash: string): FakeRequest => {
  history.replaceState(null, '', `${PATH}?lang=ko${hash}`)
  new Function(script)()
  expect(sent).toHaveLength(1)
  return sent[0] as FakeRequest
}
const words = () => document.getElementById('root')?.textContent
const hasStarted = () => document.head.querySelector('script[src="/app.js"]') !== null
const ANSWER = '<div id="root" data-rendered>So loved.</div><script type="application/json" id="state">{"a":1}</script>'

beforeEach(() => {
  sent = []
  vi.stubGlobal('XMLHttpRequest', FakeRequest)
  document.head.innerHTML = '<template id="scripts"><script src="/app.js"></script></template>'
  document.body.innerHTML =
    '<div id="root" data-rendered>Loading</div><script type="application/json" id="state">{}</script>'
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

it('asks for the words before the app’s scripts, with the key in the body alone', () => {
  const request = open(`#${KEY}`)
  expect(request.open.mock.calls).toEqual([['POST', `${PATH}/words?lang=ko`]])
  expect(JSON.parse(request.body)).toEqual({ key: KEY })
  expect(hasStarted()).toBe(false)
  // before-scripts.js finds no scripts to start before the words have come.
  expect(document.getElementById('scripts')).toBeNull()
  request.answer(200, ANSWER)
  expect(words()).toBe('So loved.')
  expect(document.getElementById('state')?.textContent).toBe('{"a":1}')
  expect(hasStarted()).toBe(true)
})

it('leaves a long item to the app, which finds it in the state', () => {
  open(`#${KEY}`).answer(200, ANSWER.replace(' data-rendered>So loved.', '>'))
  expect([words(), document.getElementById('root')?.dataset.rendered]).toEqual(['Loading', undefined])
  expect(document.getElementById('state')?.textContent).toBe('{"a":1}')
  expect(hasStarted()).toBe(true)
})

it('fetches the app’s scripts beside words that are long in coming', () => {
  vi.useFakeTimers()
  open(`#${KEY}`)
  vi.advanceTimersByTime(2_999)
  expect(document.head.querySelector('link')).toBeNull()
  vi.advanceTimersByTime(1)
  expect(document.head.querySelector('link[rel=modulepreload]')?.getAttribute('href')).toBe('/app.js')
  expect(hasStarted()).toBe(false)
})

it('leaves the page to the app where nothing is shared, the server is away, or something else answers', () => {
  for (const [status, isOurs] of [
    [404, true],
    [0, false],
    [200, false],
  ] as const) {
    document.head.innerHTML = '<template id="scripts"><script src="/app.js"></script></template>'
    sent = []
    const request = open(`#${KEY}`)
    request.isOurs = isOurs
    request.answer(status, ANSWER)
    expect(words(), `${status}`).toBe('Loading')
    expect(hasStarted(), `${status}`).toBe(true)
  }
})

it('asks for nothing with an address that is cut off', () => {
  history.replaceState(null, '', `${PATH}#${KEY.slice(1)}`)
  new Function(script)()
  expect(sent).toEqual([])
  expect(document.getElementById('scripts')).not.toBeNull()
})
