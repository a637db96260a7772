import { randomBytes, randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { MOST_SHARES, type Share } from './identity.ts'
import { type IdentityBench, MINUTE_MS } from './identity-bench.contract.ts'
import { openIdentity } from './open-identity.ts'
import type { Records } from './records.ts'

export function sharesContract(bench: IdentityBench): void {
  const { clock, now, newUser } = bench

  describe('what is shared', () => {
    const shareOf = (userId: string, more: Partial<Share> = {}) => ({
      ...{ id: randomUUID(), userId, kind: 'note', itemId: randomUUID(), revision: 1 },
      ...{ publicKey: randomBytes(32), copy: randomBytes(80), follows: false, until: null },
      ...more,
    })
    const hex = (bytes: Uint8Array | undefined) => bytes && Buffer.from(bytes).toString('hex')

    it('is found by every process until its time is over or it is taken back, and listed newest first', async () => {
      const { id: userId } = await newUser()
      const { id: stranger } = await newUser()
      const first = shareOf(userId, { until: new Date(clock.time + 2 * MINUTE_MS) })
      expect(await bench.identity.keepShare(first)).toBe(true)
      clock.time += MINUTE_MS
      const second = shareOf(userId)
      expect(await bench.identity.keepShare(second)).toBe(true)
      expect(hex((await bench.other.findShare(first.id))?.copy)).toBe(hex(first.copy))
      expect((await bench.other.sharesOf(userId)).map(({ id }) => id)).toEqual([second.id, first.id])
      // `sharesOf` reads no copies, because those of all of a person's shares together may be 200 MB.
      expect((await bench.other.sharesOf(userId)).filter((one) => 'copy' in one)).toEqual([])
      expect(await bench.other.sharesOf(stranger)).toEqual([])
      clock.time += MINUTE_MS
      expect(await bench.other.findShare(first.id)).toBeNull()
      expect(await bench.identity.endShare(stranger, second.id)).toBe(false)
      expect(await bench.identity.endShare(userId, second.id)).toBe(true)
      expect(await bench.identity.endShare(userId, second.id)).toBe(false)
      expect(await bench.other.findShare(second.id)).toBeNull()
      await bench.identity.sweep()
      expect(await bench.other.sharesOf(userId)).toEqual([])
    })

    it('counts its openings', async () => {
      const { id: userId } = await newUser()
      const share = shareOf(userId)
      await bench.identity.keepShare(share)
      const found = async () => (await bench.other.findShare(share.id)) as Share
      await bench.identity.countOpening(await found())
      await bench.other.countOpening(await found())
      expect(await found()).toMatchObject({ opened: 2, openedAt: new Date(clock.time) })
    })

    it('is a repeat under the same id, is bounded in number, and goes with the account', async () => {
      const { id: userId } = await newUser()
      const share = shareOf(userId)
      for (let n = 1; n < MOST_SHARES; n++) await bench.identity.keepShare(shareOf(userId))
      // Another call takes the last place after this call has found it free.
      const records = await bench.under.open()
      const add: Records['add'] = async (kind, record) => {
        expect(await bench.other.keepShare(share)).toBe(true)
        return records.add(kind, record)
      }
      expect(await openIdentity({ ...records, add }, bench.keys, now).keepShare(shareOf(userId))).toBe(false)
      expect(await bench.identity.keepShare(shareOf(userId))).toBe(false)
      expect(await bench.identity.keepShare({ ...share, copy: randomBytes(60) })).toBe(true)
      expect(await bench.other.sharesOf(userId)).toHaveLength(MOST_SHARES)
      await bench.identity.closeUser(userId)
      expect(await bench.other.sharesOf(userId)).toEqual([])
    })
  })
}
