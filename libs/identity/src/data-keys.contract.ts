import { randomBytes, randomUUID } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { emptyFolder } from '@pathlight/testing/app-process.ts'
import { describe, expect, it } from 'vitest'
import { EpochKeyMissing, RENEWED_EVERY_MS } from './data-keys.ts'
import type { IdentityBench } from './identity-bench.contract.ts'
import { WrongMasterKey } from './master-key.ts'

/** The contract of the data keys, under which people's texts are sealed. */
export function dataKeysContract(bench: IdentityBench): void {
  const { newUser, folder, clock, open } = bench
  const epochFiles = () => readdirSync(folder).filter((name) => name.endsWith('.epoch'))
  const hex = async (of: { keyOf(id: string): Promise<Uint8Array | null> }, id: string) =>
    Buffer.from((await of.keyOf(id)) ?? []).toString('hex')

  describe('data keys', () => {
    it('are 32 bytes, the same in every process, another for every user', async () => {
      const [one, two] = [await newUser(), await newUser()]
      const key = await bench.keys.keyOf(one.id)
      expect(key).toHaveLength(32)
      expect(Buffer.from((await bench.otherKeys.keyOf(one.id)) ?? [])).toEqual(Buffer.from(key ?? []))
      expect(Buffer.from((await bench.keys.keyOf(two.id)) ?? [])).not.toEqual(Buffer.from(key ?? []))
    })

    it('are not there for an unknown user', async () => {
      expect(await bench.keys.keyOf(randomUUID())).toBeNull()
    })

    it('are gone for good once they are destroyed, in every process, and no others', async () => {
      const [one, two] = [await newUser(), await newUser()]
      await bench.keys.destroy(one.id)
      expect(await bench.keys.keyOf(one.id)).toBeNull()
      expect(await bench.otherKeys.keyOf(one.id)).toBeNull()
      expect(await bench.keys.keyOf(two.id)).toHaveLength(32)
    })

    it('stay the same in the next epoch, in every process, when the key of the one before is gone', async () => {
      const [ann, bob] = [await newUser(), await newUser()]
      const [before] = epochFiles()
      expect(epochFiles()).toHaveLength(1)
      const bytes = readFileSync(join(folder, before ?? ''))
      await bench.identity.keepMessage('a-message', 'Thank you.')
      const [annKey, bobKey] = [await hex(bench.keys, ann.id), await hex(bench.otherKeys, bob.id)]
      await bench.identity.closeUser(bob.id)

      expect(await bench.keys.renew({ settleMs: 0 })).toBe(true)

      const [after] = epochFiles()
      expect(epochFiles()).toHaveLength(1)
      expect(after).not.toBe(before)
      expect(readFileSync(join(folder, after ?? ''))).not.toEqual(bytes)
      expect(await hex(bench.otherKeys, ann.id)).toBe(annKey)
      expect(bobKey).toHaveLength(64)
      expect(await bench.otherKeys.keyOf(bob.id)).toBeNull()
      expect(await bench.other.findUser(ann.id)).toEqual(ann)
      expect(await bench.other.findMessage('a-message')).toBe('Thank you.')
      await bench.other.dropMessage('a-message')
      expect(await bench.identity.findMessage('a-message')).toBeNull()
      // The key of a new account belongs to the new epoch, and the other process can open it.
      const late = await newUser()
      expect(await bench.otherKeys.keyOf(late.id)).toHaveLength(32)
    })

    it('get their next epoch when the present one is old, by one process', async () => {
      const renewed = () => bench.keys.renewWhenDue({ settleMs: 0 })
      await bench.keys.renew({ settleMs: 0 })
      const [present] = epochFiles()
      expect(await renewed()).toBe(false)
      expect(epochFiles()).toEqual([present])
      clock.time += RENEWED_EVERY_MS
      const both = await Promise.all([renewed(), bench.otherKeys.renewWhenDue({ settleMs: 0 })])
      expect(both.filter((did) => did)).toHaveLength(1)
      expect(epochFiles()).toHaveLength(1)
      expect(epochFiles()).not.toEqual([present])
    })

    it('get their next epoch also where the present one began while the clock was ahead', async () => {
      const renewed = () => bench.keys.renewWhenDue({ settleMs: 0 })
      clock.time += 366 * 2 * RENEWED_EVERY_MS
      expect(await renewed()).toBe(true)
      clock.time -= 366 * 2 * RENEWED_EVERY_MS
      expect(await renewed()).toBe(true)
      expect(await renewed()).toBe(false)
    })

    it('cannot be had with another master key, which is refused at once', async () => {
      await expect(open({ masterKey: randomBytes(32) })).rejects.toThrow(WrongMasterKey)
    })

    it('cannot be had without the folder of the epochs, which is refused in words', async () => {
      await expect(open({ folder: emptyFolder() })).rejects.toThrow(EpochKeyMissing)
    })
  })
}
