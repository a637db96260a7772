import { jobsContract } from '@pathlight/jobs/jobs.contract.ts'
import { describeWith, ownName } from '@pathlight/testing/describe-with.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createRedis, whenConnected } from './client.ts'
import { redisJobs } from './jobs.ts'

describeWith(['REDIS_URL'], 'on the cluster stores', ({ REDIS_URL: url }) => {
  const redis = createRedis(url, { lazyConnect: true })
  beforeAll(async () => {
    redis.connect().catch(() => undefined)
    await whenConnected(redis)
  })
  afterAll(() => redis.disconnect())
  const run = ownName()
  /**
   * The keys of all namespaces that match the pattern `names`. The server is scanned step by step, because it may have
   * many keys of other programs.
   */
  const keysOf = async (names: string) => {
    const found: string[] = []
    for await (const some of redis.scanStream({ match: `{${names}}:*`, count: 1_000 }))
      found.push(...(some as string[]))
    return found
  }

  let places = 0
  jobsContract('BullMQ on Redis', async () => {
    places += 1
    const namespace = `${run}_${places}`
    return {
      open: (options) => redisJobs({ url, namespace, ...options }),
      async drop() {
        const keys = await keysOf(namespace)
        expect(keys).not.toHaveLength(0)
        await redis.unlink(...keys)
      },
    }
  })

  it('leaves nothing behind on a server that others use', async () => {
    expect(places).toBeGreaterThan(0)
    expect(await keysOf(`${run}_*`)).toEqual([])
  })
})
