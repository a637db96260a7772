import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { newLinkKey, openCopy, sealCopy } from './sealed-copy.ts'

describe('a sealed copy', () => {
  const shown = { kind: 'note', item: { text: '빛이 어둠에 비치되' } }

  it('opens with the key of its link, and is another one each time that it is sealed', async () => {
    const id = randomUUID()
    const { key, publicKey } = await newLinkKey()
    expect(key).toMatch(/^[\w-]{43}$/)
    expect(await openCopy(id, key, await sealCopy(id, publicKey, shown))).toEqual(shown)
    const [one, two] = [await sealCopy(id, publicKey, shown), await sealCopy(id, publicKey, shown)]
    expect(Buffer.from(one).equals(two)).toBe(false)
    expect(Buffer.from(one).includes('어둠')).toBe(false)
  })

  it('opens with no other key, for no other share, and not when a byte of it differs', async () => {
    const id = randomUUID()
    const { key, publicKey } = await newLinkKey()
    const copy = await sealCopy(id, publicKey, shown)
    for (const wrong of ['', 'x', key.slice(0, 42), `${key}x`, (await newLinkKey()).key, '"'.repeat(43)])
      expect(await openCopy(id, wrong, copy), wrong).toBeNull()
    expect(await openCopy(randomUUID(), key, copy)).toBeNull()
    const altered = Uint8Array.from(copy)
    altered[40] = (altered[40] ?? 0) ^ 1
    expect(await openCopy(id, key, altered)).toBeNull()
    expect(await openCopy(id, key, copy.subarray(0, 20))).toBeNull()
  })
})
