import { createRedis, whenConnected } from '@pathlight/engine-cluster/redis/client.ts'
import { describeOn } from '@pathlight/testing/describe-with.ts'
import { eventually } from '@pathlight/testing/eventually.ts'
import { startRedis } from '@pathlight/testing/private-servers.ts'
import { afterAll, describe, expect, it } from 'vitest'
import { openPlaces, type Places } from './places.ts'

const MAX = 4
const all = async (places: Places, key: string, count: number) => {
  const taken: ((() => void) | null)[] = []
  for (let nth = 0; nth < count; nth++) taken.push(await places.take(key))
  return taken
}
const isPlace = (place: unknown) => place !== null

describe('places of one process', () => {
  it('are so many for each key, and are free again when they are given back', async () => {
    const places = openPlaces(null, { name: 'streams', max: MAX })
    const taken = await all(places, 'ann', MAX + 1)
    expect(taken.map(isPlace)).toEqual([...Array(MAX).fill(true), false])
    expect(await places.take('bob')).not.toBeNull()
    taken[0]?.()
    // Freeing a place twice frees only one place.
    taken[0]?.()
    expect((await all(places, 'ann', 2)).map(isPlace)).toEqual([true, false])
    await places.close()
    expect(await places.take('ann')).not.toBeNull()
  })
})

// This Redis persists nothing, because a slow disk would delay its answers. After a second without an answer a process
// counts alone.
describeOn(await startRedis(undefined, false), 'places of several processes', 'install redis-server', (server) => {
  const clients: ReturnType<typeof createRedis>[] = []
  /** The places as another process has them, with a connection of its own. */
  const another = async (leaseMs?: number) => {
    const redis = createRedis(server.url)
    clients.push(redis)
    await whenConnected(redis)
    const limit = { name: 'streams', max: MAX, ...(leaseMs !== undefined && { leaseMs }) }
    return { places: openPlaces({ redis, prefix: 'test.' }, limit), redis }
  }
  afterAll(async () => {
    for (const redis of clients) redis.disconnect()
    await server.stop()
  })

  it('are counted together', async () => {
    const [{ places: here }, { places: there }] = [await another(), await another()]
    const [first] = await all(here, 'ann', MAX - 1)
    expect((await all(there, 'ann', 2)).map(isPlace)).toEqual([true, false])
    expect(await here.take('ann')).toBeNull()
    expect(await there.take('bob')).not.toBeNull()
    first?.()
    await eventually(async () => expect(await there.take('ann')).not.toBeNull())
    expect(await here.take('ann')).toBeNull()
    // A process that closes frees its own places and no others.
    await here.close()
    expect((await all(there, 'ann', MAX)).map(isPlace)).toEqual([...Array(MAX - 2).fill(true), false, false])
  })

  it('of a killed process come back after the lease; those of a living one stay beyond it', async () => {
    const leaseMs = 3_000
    const [{ places: killed, redis }, { places: living }] = [await another(leaseMs), await another(leaseMs)]
    await all(killed, 'eve', MAX - 1)
    expect((await all(living, 'eve', 2)).map(isPlace)).toEqual([true, false])
    redis.disconnect()
    const began = performance.now()
    let free = 0
    await eventually(async () => {
      if ((await living.take('eve')) !== null) free++
      expect(free).toBe(MAX - 1)
    })
    expect(performance.now() - began).toBeGreaterThan(leaseMs / 2)
    // `living` now has all places, and renews them.
    const { places: newcomer } = await another(leaseMs)
    for (const end = performance.now() + 2 * leaseMs; performance.now() < end; )
      expect(await newcomer.take('eve')).toBeNull()
  })

  it('are counted by each process while Redis is away or silent, and together again after it', async () => {
    const leaseMs = 900
    const [{ places: here }, { places: there }] = [await another(leaseMs), await another(leaseMs)]
    const counted = [...Array(MAX).fill(true), false]
    server.pause()
    const silent = await Promise.all(Array.from({ length: MAX + 1 }, () => here.take('sue')))
    expect(silent.map(isPlace)).toEqual(counted)
    server.resume()
    await server.kill()
    expect((await all(there, 'sue', MAX + 1)).map(isPlace)).toEqual(counted)
    await server.restart()
    // After Redis was emptied, the next renewal stores the places again.
    const { places: third, redis } = await another(leaseMs)
    await redis.flushall()
    await eventually(async () => {
      const place = await third.take('sue')
      place?.()
      expect(place).toBeNull()
    })
  })
})
