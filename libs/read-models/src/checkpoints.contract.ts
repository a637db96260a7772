import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type Checkpoints, checkpointsIn } from './checkpoints.ts'
import { OpeningRefused } from './read-model-store.ts'
import type { ReadModelSpace, ReadModelWorld } from './world.contract.ts'

/** How far came who keeps no documents. */
export function checkpointsContract(engine: string, running: () => ReadModelWorld): void {
  describe(`checkpoints in ${engine}`, () => {
    let space: ReadModelSpace
    let one: Checkpoints
    let two: Checkpoints
    beforeEach(() => {
      space = running().space()
      one = checkpointsIn(space.openStore())
      two = checkpointsIn(space.openStore())
    })
    afterEach(() => space.close())

    it('begin at 0 and are found again where they were', async () => {
      expect(await one.open('mail', 'log')).toBe(0n)
      expect(await one.move('mail', 0n, 5n)).toBe(true)
      expect(await one.move('mail', 5n, 7n)).toBe(true)
      expect(await two.open('mail', 'log')).toBe(7n)
      expect(await two.open('other', 'log')).toBe(0n)
    })

    it('are moved by one of two', async () => {
      await Promise.all([one.open('mail', 'log'), two.open('mail', 'log')])
      const moved = await Promise.all([one.move('mail', 0n, 5n), two.move('mail', 0n, 6n)])
      expect(moved.filter(Boolean)).toHaveLength(1)
    })

    it('of another log are refused, with the way out', async () => {
      await one.open('mail', 'log')
      await expect(two.open('mail', 'other log')).rejects.toThrow(OpeningRefused)
      await expect(two.open('mail', 'other log')).rejects.toThrow(/npm run projections -- rebuild all/)
    })

    it('are to be opened first', async () => {
      await expect(one.move('never', 0n, 1n)).rejects.toThrow(/open/i)
    })
  })
}
