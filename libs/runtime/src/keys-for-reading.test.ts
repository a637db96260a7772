import { EpochKeyMissing } from '@pathlight/identity/data-keys.ts'
import { expect, it, vi } from 'vitest'
import { keysForReading } from './keys-for-reading.ts'

it('a key that is lost for good is none, and the log names its account once', async () => {
  const key = new Uint8Array(32).fill(1)
  const warn = vi.fn()
  const keyOf = keysForReading(
    async (userId) => {
      if (userId === 'ann') return key
      throw new EpochKeyMissing('1', 'keys', { isOver: userId === 'bob' })
    },
    { warn },
  )
  expect(await keyOf('ann')).toBe(key)
  for (const _ of [1, 2]) expect(await keyOf('bob')).toBeNull()
  expect(warn.mock.calls).toEqual([[expect.objectContaining({ userId: 'bob' }), expect.stringContaining('bob')]])
  // Another process may have this key.
  await expect(keyOf('eve')).rejects.toThrow(EpochKeyMissing)
})
