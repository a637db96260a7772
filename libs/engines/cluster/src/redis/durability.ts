import type { Redis } from 'ioredis'

/**
 * One sentence for the operator for each way in which this server may lose data: no append-only file, or eviction of
 * keys. If the server hides its settings, as managed ones do, a missing append-only file is not reported.
 */
export async function redisWeaknesses(redis: Redis): Promise<string[]> {
  const info = await redis.info().catch(() => '')
  const [, snapshots = null] = (await redis.config('GET', 'save').catch(() => [])) as string[]
  const policy = /^maxmemory_policy:(\S+)/m.exec(info)?.[1] ?? 'noeviction'
  const weaknesses: string[] = []
  if (/^aof_enabled:0/m.test(info) && snapshots !== null) {
    const loses = snapshots === '' ? 'keeps nothing on disk, so a restart' : 'keeps snapshots only, so a crash'
    weaknesses.push(`Redis ${loses} loses mail that waits to be sent: start it with appendonly yes.`)
  }
  if (policy !== 'noeviction')
    weaknesses.push(`Redis may throw waiting mail away (maxmemory-policy ${policy}): set maxmemory-policy noeviction.`)
  return weaknesses
}
