import { explainRedis } from '@pathlight/engine-cluster/redis/client.ts'
import { explainPostgres } from '@pathlight/engine-postgres/connection/pool.ts'
import { describe, expect, it } from 'vitest'
import { BadStoreAddress } from './bad-store-address.ts'
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

  it('does not wait where only the operator can mend it', async () => {
    const refused = new BadStoreAddress('MONGODB_URL names the replica set other')
    const said: string[] = []
    const waiting = waitForStore('MongoDB', () => Promise.reject(refused), {
      log: (line) => said.push(line),
      signal: new AbortController().signal,
    })
    await expect(waiting).rejects.toBe(refused)
    expect(said).toEqual([])
  })

  it.each([
    ['28P01', 'password authentication failed for user "ann"'],
    ['3D000', 'database "none" does not exist'],
    ['ERR_INVALID_URL', 'Invalid URL'],
  ])('as DATABASE_URL is wrong by code %s', (code, message) => {
    const explained = explainPostgres(Object.assign(new Error(message), { code }))
    expect(explained).toBeInstanceOf(BadStoreAddress)
    expect(String(explained)).toContain(`DATABASE_URL cannot be used: ${message}`)
    const away = Object.assign(new Error('connect'), { code: 'ECONNREFUSED' })
    expect(explainPostgres(away)).toBe(away)
  })

  it('as REDIS_URL is wrong by the password', () => {
    const explained = explainRedis(new Error('WRONGPASS invalid username-password pair or user is disabled.'))
    expect(explained).toBeInstanceOf(BadStoreAddress)
    expect(String(explained)).toContain('REDIS_URL')
    const away = new Error('Connection is closed.')
    expect(explainRedis(away)).toBe(away)
  })
})
