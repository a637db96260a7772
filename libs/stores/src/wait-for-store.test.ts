import { describe, expect, it } from 'vitest'
import { StoreUnavailable } from './store-unavailable.ts'
import { waitForStore } from './wait-for-store.ts'

describe('waiting for a store', () => {
  it('says nothing when the store is there', async () => {
    const said: string[] = []
    await waitForStore('Redis', async () => 'PONG', {
      log: (line) => said.push(line),
      signal: new AbortController().signal,
    })
    expect(said).toEqual([])
  })

  it('says once that it waits and why, and once that it goes on', async () => {
    const said: string[] = []
    let tries = 0
    const ping = async () => {
      tries += 1
      if (tries < 4) throw new Error('connect ECONNREFUSED')
    }
    await waitForStore('Redis', ping, { log: (line) => said.push(line), signal: new AbortController().signal })
    expect(tries).toBe(4)
    expect(said).toEqual(['Waiting for Redis (connect ECONNREFUSED) ...', 'Redis is there: going on.'])
  })

  it.each([
    ['of a store that is away', new StoreUnavailable('Redis', new Error('connect ETIMEDOUT')), 'connect ETIMEDOUT'],
    ['of a name with several addresses', new AggregateError([new Error('connect ECONNREFUSED ::1:6379')]), '::1:6379'],
  ])('says the innermost reason %s', async (_, error, words) => {
    const said: string[] = []
    let tries = 0
    const ping = async () => {
      tries += 1
      if (tries === 1) throw error
    }
    await waitForStore('Redis', ping, { log: (line) => said.push(line), signal: new AbortController().signal })
    expect(said[0]).toContain(words)
    expect(said[0]).not.toContain('right now')
  })

  it('gives up when it is told to stop', async () => {
    const stop = new AbortController()
    const ping = async () => {
      stop.abort(new Error('stopped by hand'))
      throw new Error('away')
    }
    await expect(waitForStore('Redis', ping, { log: () => undefined, signal: stop.signal })).rejects.toThrow()
    expect(stop.signal.aborted).toBe(true)
  })
})
