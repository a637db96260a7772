import { expect, it, onTestFinished, vi } from 'vitest'
import { KEY_TTL_MS, userKeys } from './user-keys.ts'

it('a key that was destroyed elsewhere is remembered for five seconds and no longer, as one that was not there', async () => {
  let now = 1_000
  vi.spyOn(performance, 'now').mockImplementation(() => now)
  vi.useFakeTimers({ toFake: ['setTimeout'] })
  onTestFinished(() => {
    vi.useRealTimers()
    vi.restoreAllMocks()
  })
  const pass = (ms: number) => {
    now += ms
    vi.advanceTimersByTime(ms)
  }
  let key: Uint8Array | null = null
  const keys = userKeys(async () => key, KEY_TTL_MS)
  expect(await keys.get('ann')).toBe(null)
  key = new Uint8Array(32)
  pass(5_001)
  expect(await keys.get('ann')).not.toBe(null)
  key = null
  pass(4_000)
  expect(await keys.get('ann')).not.toBe(null)
  pass(1_001)
  expect(await keys.get('ann')).toBe(null)
})
