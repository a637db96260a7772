// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { followStream, type StreamMessage } from './one-stream.ts'

/** A stand-in for the browser's EventSource that the test controls. */
class Stream extends EventTarget {
  static readonly CLOSED = 2
  static opened: Stream[] = []
  readonly url: string
  readyState = 0
  onopen: (() => void) | null = null
  onerror: (() => void) | null = null
  constructor(url: string) {
    super()
    this.url = url
    Stream.opened.push(this)
  }
  close() {
    this.readyState = Stream.CLOSED
  }
  accept() {
    this.readyState = 1
    this.onopen?.()
  }
  say(event: string, position: string) {
    this.dispatchEvent(new MessageEvent(event, { data: '{}', lastEventId: position }))
  }
  /** The server refuses the stream, or goes away for good. */
  fail() {
    this.readyState = Stream.CLOSED
    this.onerror?.()
  }
}

const urls = () => Stream.opened.map(({ url }) => url)
const last = () => Stream.opened.at(-1) as Stream
let stop = () => {}
let heard: StreamMessage[] = []
let seen: string | null = null
const follow = () => {
  stop = followStream({
    path: '/api/sync',
    name: 'test',
    known: () => '5',
    seen: { position: () => seen, forget: () => (seen = null) },
    onMessage: (message) => heard.push(message),
    onJoined: () => undefined,
    onRefused: async () => true,
  })
  last().accept()
  last().say('changed', '8')
}

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('EventSource', Stream)
  Stream.opened = []
  heard = []
  seen = null
})
afterEach(() => {
  stop()
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

describe('a browser that comes back', () => {
  it('asks from what it heard last, once, when its window has the focus again after a sleep', () => {
    follow()
    expect(urls()).toEqual(['/api/sync?after=5'])
    window.dispatchEvent(new Event('focus'))
    // The page was not away, so the open stream stays.
    expect(urls()).toHaveLength(1)
    // No timer runs during sleep, so only the clock goes on. The device sleeps for a week.
    vi.setSystemTime(Date.now() + 7 * 24 * 3_600_000)
    window.dispatchEvent(new Event('focus'))
    expect(urls()).toEqual(['/api/sync?after=5', '/api/sync?after=8'])
    last().accept()
    last().say('resync', '20')
    expect(heard.map(({ event, position }) => [event, position])).toEqual([
      ['changed', '8'],
      ['resync', '20'],
    ])
    window.dispatchEvent(new Event('focus'))
    document.dispatchEvent(new Event('visibilitychange'))
    expect(urls()).toHaveLength(2)
  })

  it('opens at the focus what was closed while it was away, and does not wait for its next try', async () => {
    follow()
    last().fail()
    await vi.advanceTimersByTimeAsync(0)
    window.dispatchEvent(new Event('focus'))
    expect(urls()).toEqual(['/api/sync?after=5', '/api/sync?after=8'])
  })

  it('asks from what it heard last when the network is there again: what seems open may be dead', () => {
    follow()
    const [before] = Stream.opened
    window.dispatchEvent(new Event('online'))
    expect(before?.readyState).toBe(Stream.CLOSED)
    expect(urls()).toEqual(['/api/sync?after=5', '/api/sync?after=8'])
  })

  it('asks from an older position when that is what the device showed in the server’s place meanwhile', () => {
    follow()
    // The device answered from its own storage, at position 3.
    seen = '3'
    window.dispatchEvent(new Event('focus'))
    expect(urls()).toEqual(['/api/sync?after=5', '/api/sync?after=3'])
    last().accept()
    expect(seen).toBeNull()
  })

  it('goes on from each new position that it heard', () => {
    follow()
    for (const position of ['9', '12']) last().say('changed', position)
    window.dispatchEvent(new Event('online'))
    expect(last().url).toBe('/api/sync?after=12')
    last().accept()
    last().say('resync', '30')
    window.dispatchEvent(new Event('online'))
    expect(last().url).toBe('/api/sync?after=30')
  })
})
