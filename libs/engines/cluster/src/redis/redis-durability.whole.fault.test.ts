import { type PrivateServer, startRedis } from '@pathlight/testing/private-servers.ts'
import { Redis } from 'ioredis'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createRedis, whenConnected } from './client.ts'
import { redisWeaknesses } from './durability.ts'

describe('what a Redis may lose', () => {
  let keeping: PrivateServer | null
  let forgetting: PrivateServer | null
  beforeAll(async () => {
    keeping = await startRedis()
    forgetting = await startRedis(undefined, false)
  })
  afterAll(async () => {
    await keeping?.stop()
    await forgetting?.stop()
  })
  const on = async (server: PrivateServer | null, skip: (note: string) => never, look: (redis: Redis) => unknown) => {
    if (server === null) skip('No redis-server: install it')
    const redis = createRedis(String(server?.url))
    await whenConnected(redis)
    await look(redis)
    redis.disconnect()
  }

  it('is nothing when it writes every key to disk', async ({ skip }) => {
    await on(keeping, skip, async (redis) => expect(await redisWeaknesses(redis)).toEqual([]))
  })

  it('is told: no file of all writes, keys thrown away', async ({ skip }) => {
    await on(forgetting, skip, async (redis) => {
      expect(await redisWeaknesses(redis)).toEqual([expect.stringContaining('keeps nothing on disk')])
      await redis.config('SET', 'save', '3600 1', 'maxmemory-policy', 'allkeys-lru')
      expect(await redisWeaknesses(redis)).toEqual([
        expect.stringContaining('keeps snapshots only'),
        expect.stringContaining('maxmemory-policy allkeys-lru'),
      ])
    })
  })

  it('is not guessed at when it does not tell', async ({ skip }) => {
    await on(forgetting, skip, async (redis) => {
      await redis.call('ACL', 'SETUSER', 'closed', 'on', '>word', '+@all', '-config', '-info', '~*')
      const closed = new Redis(String(forgetting?.url).replace('//', '//closed:word@'), { enableReadyCheck: false })
      expect(await redisWeaknesses(closed)).toEqual([])
      closed.disconnect()
    })
  })
})
