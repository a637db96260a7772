import { describe, expect, it } from 'vitest'
import { moveCheckpoint, openCheckpoint } from '../src/checkpoints.ts'
import { LogSetBack, OpeningRefused, type Place } from '../src/read-model-store.ts'
import { type ReadModelWorld, twoProcesses } from './world.contract.ts'

/**
 * A log with an event at each position. An event's id has its position and the text `past`. With another `past`, the
 * log has other events at the same positions.
 */
const logOf = (identity: string, end = 10_000n, past = '') => ({
  identity: async () => identity,
  end: async () => end,
  idAt: async (position: bigint) => `event ${position}${past}`,
})

const to = (position: bigint, last: Place['last'] = null): Place => ({ position, last })

/** The contract of the checkpoints of followers (src/checkpoints.ts). */
export function checkpointsContract(engine: string, running: () => ReadModelWorld): void {
  describe(`checkpoints in ${engine}`, () => {
    const each = twoProcesses(running)

    it('begin at 0 and are found again where they were', async () => {
      const begun = await openCheckpoint(each.store, 'mail', logOf('log'))
      expect(begun.position).toBe(0n)
      const moved = await moveCheckpoint(each.store, begun, to(5n))
      expect(moved && (await moveCheckpoint(each.store, moved, to(7n)))?.position).toBe(7n)
      expect((await openCheckpoint(each.other, 'mail', logOf('log'))).position).toBe(7n)
      expect((await openCheckpoint(each.other, 'other', logOf('log'))).position).toBe(0n)
    })

    it('are moved by one of two', async () => {
      const both = await Promise.all([
        openCheckpoint(each.store, 'mail', logOf('log')),
        openCheckpoint(each.other, 'mail', logOf('log')),
      ])
      const moved = await Promise.all(
        both.map((checkpoint, i) => moveCheckpoint(i === 0 ? each.store : each.other, checkpoint, to(BigInt(5 + i)))),
      )
      expect(moved.filter((checkpoint) => checkpoint !== null)).toHaveLength(1)
      expect(moved).toContain(null)
    })

    it('of another log are refused, with the way out', async () => {
      await openCheckpoint(each.store, 'mail', logOf('log'))
      await expect(openCheckpoint(each.other, 'mail', logOf('other log'))).rejects.toThrow(OpeningRefused)
      await expect(openCheckpoint(each.other, 'mail', logOf('other log'))).rejects.toThrow(
        /npm run projections -- rebuild all/,
      )
    })

    it('beyond the end of the log are refused, with the way out', async () => {
      const checkpoint = await openCheckpoint(each.store, 'mail', logOf('log'))
      await moveCheckpoint(each.store, checkpoint, to(4_711n))
      expect((await openCheckpoint(each.other, 'mail', logOf('log', 4_711n))).position).toBe(4_711n)
      const restored = openCheckpoint(each.other, 'mail', logOf('log', 4_200n))
      await expect(restored).rejects.toThrow(/position 4,711 is beyond the log's end 4,200.*rebuild all/)
      await expect(restored).rejects.toThrow(LogSetBack)
    })

    it('at which another event stands are refused, with the way out', async () => {
      const checkpoint = await openCheckpoint(each.store, 'mail', logOf('log'))
      const moved = await moveCheckpoint(each.store, checkpoint, to(4_711n, { position: 4_709n, id: 'event 4709' }))
      expect(moved && (await moveCheckpoint(each.store, moved, to(4_712n)))).not.toBeNull()
      const { position, last } = await openCheckpoint(each.other, 'mail', logOf('log'))
      expect({ position, last }).toEqual({ position: 4_712n, last: { position: 4_709n, id: 'event 4709' } })
      const restored = openCheckpoint(each.other, 'mail', logOf('log', 10_000n, ', another one'))
      await expect(restored).rejects.toThrow(/position 4,709 does not hold the event any more.*rebuild all/)
      await expect(restored).rejects.toThrow(LogSetBack)
    })
  })
}
