import { StoreUnavailable } from '@pathlight/stores/store-unavailable.ts'
import { eventually } from '@pathlight/testing/eventually.ts'
import { type PrivateServer, startMongoDb, startRedis } from '@pathlight/testing/private-servers.ts'
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import { createMongoClient, translate as translateMongo } from './mongodb/client.ts'
import { createRedis, translate as translateRedis } from './redis/client.ts'

/**
 * `use` writes and reads a value. `misuse` makes a call that the store refuses. Both reject with the error that the
 * store's callers would see.
 */
type Client = { use(): Promise<unknown>; misuse(): Promise<unknown>; close(): Promise<unknown> }

const redisClient = (url: string): Client => {
  const redis = createRedis(url)
  const translated = (work: Promise<unknown>) =>
    work.catch((error) => {
      throw translateRedis(error)
    })
  return {
    use: () => translated(redis.incr('used')),
    misuse: () => translated(redis.call('NOSUCHCOMMAND')),
    close: async () => redis.disconnect(),
  }
}
const mongoClient = (url: string): Client => {
  const client = createMongoClient(url)
  const used = client.db('clients').collection<{ _id: string; times: number }>('used')
  const translated = (work: Promise<unknown>) =>
    work.catch((error) => {
      throw translateMongo(error)
    })
  return {
    use: () => translated(used.updateOne({ _id: 'used' }, { $inc: { times: 1 } }, { upsert: true })),
    misuse: () => translated(used.updateOne({}, { $nosuchoperator: 1 } as never)),
    close: () => client.close(),
  }
}

const servers = [
  { store: 'Redis', start: startRedis, open: redisClient, isKnown: true },
  { store: 'MongoDB', start: startMongoDb, open: mongoClient, isKnown: false },
]

describe.each(servers)('a client of $store', ({ store, start, open, isKnown }) => {
  let server: PrivateServer | null
  let client: Client | undefined
  beforeAll(async () => {
    server = await start()
    if (!server) return
    client = open(server.url)
    await eventually(use)
  })
  afterAll(async () => {
    await client?.close()
    await server?.stop()
  })

  const use = (): Promise<unknown> => client?.use() ?? Promise.resolve()
  const failure = (work: Promise<unknown>): Promise<unknown> =>
    work.then(
      () => 'no failure',
      (reason) => reason,
    )

  it('says that the server is away, and works again by itself when it is back', async ({ skip }) => {
    if (!server) skip(`No ${store} to kill: set TEST_SERVERS_DIR, or install redis-server`)
    await server?.kill()
    expect(await failure(use())).toBeInstanceOf(StoreUnavailable)
    // A client with `isKnown` knows by now that the server is away, and refuses calls without waiting for a timer.
    if (isKnown) vi.useFakeTimers({ toFake: ['setTimeout'] })
    onTestFinished(() => void vi.useRealTimers())
    expect(await failure(use())).toBeInstanceOf(StoreUnavailable)
    vi.useRealTimers()
    await server?.restart()
    await eventually(use)
  })

  it('says that the server is away when it is silent, and works again when it speaks', async ({ skip }) => {
    if (!server) skip(`No ${store} to freeze: set TEST_SERVERS_DIR, or install redis-server`)
    server?.pause()
    const error = await failure(use())
    server?.resume()
    expect(error).toBeInstanceOf(StoreUnavailable)
    await eventually(use)
  })

  it('leaves a fault of the program as it is', async ({ skip }) => {
    if (!server) skip(`No ${store}: set TEST_SERVERS_DIR, or install redis-server`)
    const error = await failure(client?.misuse() ?? Promise.resolve())
    expect(error).toBeInstanceOf(Error)
    expect(error).not.toBeInstanceOf(StoreUnavailable)
  })
})
