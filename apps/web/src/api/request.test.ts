import { OWN_ANSWER } from '@pathlight/contracts/answer-rules.ts'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { answeringServer } from '../testing/answering-server.ts'
import { ApiProblem, isStillComing } from './api-problem.ts'
import { askServer } from './own-answer.ts'
import { forgetPosition } from './position.ts'
import { queryClient } from './query-client.ts'
import { read, readServed, write } from './request.ts'

type Asking = {
  retry(failures: number, error: unknown): boolean
  retryDelay(failures: number, error: unknown): number
}

const server = answeringServer()
beforeEach(() => {
  server.asked.length = 0
  forgetPosition()
})

/** Writes get the position `writes`. Each read is served at the next of `reads`, and all further reads at the last. */
const positions = (writes: number, ...reads: number[]) => {
  let turn = 0
  server.answer = ({ method }) =>
    method === 'GET' ? { at: reads[Math.min(turn++, reads.length - 1)] ?? 0, body: turn } : { at: writes }
}
const least = () => server.asked.filter(({ method }) => method === 'GET').map((asked) => asked.least)

describe('a read', () => {
  it('before the page has written is answered at once, whatever it reflects', async () => {
    positions(0, 3)
    expect(await readServed('/mine')).toEqual({ value: 1, at: '3', next: null })
    expect(least()).toEqual([undefined])
  })

  it('that is older than what the page has written is asked again', async () => {
    positions(9, 7, 8, 9)
    await write('POST', '/mine')
    expect(await readServed('/mine')).toEqual({ value: 3, at: '9', next: null })
    expect(least()).toEqual(['9', '9', '9'])
  })

  it('is asked again also for what was written while its answer was on the way', async () => {
    let arrive = () => {}
    const slow = new Promise<void>((resolve) => (arrive = resolve))
    let turn = 0
    server.answer = ({ method }) =>
      method === 'POST' ? { at: 12 } : turn++ === 0 ? { at: 10, after: slow, body: 'old' } : { at: 12, body: 'new' }
    const reading = read('/mine')
    await write('POST', '/mine')
    arrive()
    expect(await reading).toBe('new')
    expect(least()).toEqual([undefined, '12'])
  })

  it('of a server that stays behind is believed in the end, and says how far it had come', async () => {
    positions(9, 4)
    await write('POST', '/mine')
    expect(await readServed('/mine')).toEqual({ value: 4, at: '4', next: null })
    expect(least()).toHaveLength(4)
  })

  it('of something that is not to be found yet is asked again, not believed', async () => {
    let turn = 0
    server.answer = ({ method }) => {
      if (method === 'POST') return { at: 9 }
      turn += 1
      return turn < 3 ? { status: 503, at: 4, body: { code: 'behind' } } : { at: 9, body: 'there' }
    }
    await write('POST', '/mine')
    expect(await read('/mine')).toBe('there')
    server.answer = () => ({ status: 503, at: 4, body: { code: 'behind' } })
    const failure = await read('/mine').catch((error: unknown) => error)
    expect(isStillComing(failure)).toBe(true)
    const { retry, retryDelay } = queryClient.getDefaultOptions().queries as Asking
    expect([retry(20, failure), retry(60, failure), retryDelay(20, failure)]).toEqual([true, false, 2_000])
    expect(retry(2, new ApiProblem(503, { code: 'store_unavailable' }))).toBe(false)
  })

  it('of a server that was restored from an older backup forgets what cannot come any more', async () => {
    server.answer = ({ method }) => (method === 'GET' ? { at: 4, headers: { 'x-min-position': 'beyond' } } : { at: 9 })
    await write('POST', '/mine')
    await read('/mine')
    await read('/mine')
    expect(least()).toEqual(['9', undefined])
  })

  it('of what has no position (the Bible) is not asked again', async () => {
    server.answer = ({ method }) => (method === 'GET' ? { body: 'text' } : { at: 9 })
    await write('POST', '/mine')
    expect(await readServed('/bible')).toEqual({ value: 'text', at: '0', next: null })
    expect(least()).toHaveLength(1)
  })

  it('of a list says where it goes on', async () => {
    server.answer = () => ({ body: [], headers: { link: '</mine?after=5>; rel="next"' } })
    expect((await readServed('/mine')).next).toBe('/mine?after=5')
  })
})

describe('a call that hangs', () => {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  })
  afterEach(() => {
    vi.useRealTimers()
    vi.unstubAllGlobals()
  })
  const late = { status: 0, code: 'late' }
  /** The failure of a call, or null while it waits. */
  const failureOf = (call: Promise<unknown>) => {
    const state: { failure: unknown } = { failure: null }
    call.catch((error: unknown) => (state.failure = error))
    return state
  }
  const hanging = () =>
    vi.stubGlobal(
      'fetch',
      (_path: string, { signal }: { signal: AbortSignal }) =>
        // Some browsers reject with an AbortError, whatever the reason of the abort is.
        new Promise((_, reject) => {
          signal.addEventListener('abort', () => reject(new DOMException('Aborted.', 'AbortError')))
        }),
    )

  it('ends, says that it took too long, and is not sent again before the person is told', async () => {
    hanging()
    const calls = [read('/mine'), read('/mine', new AbortController().signal), write('POST', '/mine')].map(failureOf)
    await vi.advanceTimersByTimeAsync(60_000)
    for (const { failure } of calls) {
      expect(failure).toMatchObject(late)
      expect(failure).not.toMatchObject({ message: '' })
      const { retry } = queryClient.getDefaultOptions().queries as Asking
      expect([retry(0, failure), retry(0, new ApiProblem(0, {}))]).toEqual([false, true])
    }
  })

  it('ends as the caller’s own, where the caller gave up', async () => {
    hanging()
    const giveUp = new AbortController()
    const call = failureOf(read('/mine', giveUp.signal))
    giveUp.abort()
    await vi.advanceTimersByTimeAsync(0)
    expect(call.failure).toMatchObject({ name: 'AbortError' })
  })

  it('has more time for a long text on its way to the server, and all the time for a file', async () => {
    hanging()
    const long = failureOf(write('PUT', '/mine', { body: '길'.repeat(100_000) }))
    const file = failureOf(askServer('/import', { method: 'POST', body: new Blob(['words']) }))
    await vi.advanceTimersByTimeAsync(300_000)
    expect(long.failure).toBeNull()
    await vi.advanceTimersByTimeAsync(100_000)
    expect([long.failure, file.failure]).toEqual([expect.objectContaining(late), null])
  })

  it('is not one whose answer has begun and comes slowly', async () => {
    const body = Promise.withResolvers<string>()
    let ended: AbortSignal | undefined
    vi.stubGlobal('fetch', async (_path: string, { signal }: { signal: AbortSignal }) => {
      ended = signal
      return { ok: true, status: 200, headers: new Headers({ [OWN_ANSWER]: '1' }), text: () => body.promise }
    })
    const page = read('/mine')
    await vi.advanceTimersByTimeAsync(600_000)
    expect(ended?.aborted).toBe(false)
    body.resolve('["all"]')
    expect(await page).toEqual(['all'])
  })
})
