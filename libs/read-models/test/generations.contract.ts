import { StoreUnavailable } from '@pathlight/stores/store-unavailable.ts'
import { describe, expect, it, onTestFinished } from 'vitest'
import { type Change, NO_WORK } from '../src/read-model-store.ts'
import { liveCheckpoint, liveModel, type ReadModelWorld, twoProcesses } from './world.contract.ts'

/** The contract of generations: readers see one whole generation, and change to the next at one moment. */
export function generationsContract(engine: string, running: () => ReadModelWorld): void {
  describe(`generations in ${engine}`, () => {
    const each = twoProcesses(running)
    type Thing = { n: number; of: number }
    const changes = (generation: number, count: number): Change[] =>
      Array.from({ length: count }, (_, n) => ({
        model: 'things',
        generation,
        id: `t${n}`,
        doc: { n, of: generation },
        at: 1n,
      }))
    /** A live first generation with five documents. */
    const opened = async () => {
      const { model, docs, checkpoint } = await liveModel<Thing>(each.store, [['n']])
      const live = { ...checkpoint(), position: 1n }
      expect(await each.store.move([checkpoint()], live, { ...NO_WORK, changes: changes(1, 5) })).toBe(true)
      return { model, docs, live }
    }
    const buildSecond = async (position: bigint) => {
      const building = liveCheckpoint('things', { generation: 2, version: 2, live: false })
      await each.store.make({ name: 'things', indexes: [['n']] }, 2)
      await each.store.put(null, building)
      const built = { ...building, position }
      expect(await each.store.move([building], built, { ...NO_WORK, changes: changes(2, 5) })).toBe(true)
      return { built, joined: { ...built, live: true } }
    }

    it('that are built beside are seen by no reader until they are live', async () => {
      const { model, docs, live } = await opened()
      const theirs = each.other.collection(model)
      expect(await theirs.count()).toBe(5)
      const { built, joined } = await buildSecond(1n)
      expect(await docs.count({ of: 2 })).toBe(0)
      expect(await theirs.find({ where: { of: 2 } })).toEqual([])
      expect(await each.store.put(built, joined)).toBe(true)
      expect(await docs.count({ of: 2 })).toBe(5)
      expect(await each.store.put(live, null)).toBe(true)
      await expect.poll(() => theirs.count({ of: 2 })).toBe(5)
      expect(await docs.count()).toBe(5)
    })

    it('never show less, or a mixture, to who reads while they change', async () => {
      const { model, live } = await opened()
      let reading = true
      onTestFinished(() => {
        reading = false
      })
      const readers = [each.store, each.other].map(async (one) => {
        const docs = one.collection(model)
        while (reading) {
          const found = await docs.find()
          expect(found).toHaveLength(5)
          expect(new Set(found.map(({ of }) => of)).size).toBe(1)
          expect(await docs.get('t3')).toMatchObject({ n: 3 })
        }
      })
      const { built, joined } = await buildSecond(1n)
      await each.store.put(built, joined)
      await each.store.put(live, null)
      await expect.poll(() => each.other.collection(model).count({ of: 2 })).toBe(5)
      reading = false
      await Promise.all(readers)
    })

    it('are known to readers before the position that only they reflect', async () => {
      const { model } = await opened()
      await each.other.position()
      const { built, joined } = await buildSecond(1n)
      await each.store.put(built, joined)
      const change: Change = { model: 'things', generation: 2, id: 'new', doc: { n: 9, of: 2 }, at: 2n }
      const seen = each.other.waitFor(2n, 10_000).then(() => each.other.collection(model).get('new'))
      await each.store.move([joined], { position: 2n, last: null }, { ...NO_WORK, changes: [change] })
      expect(await seen).toEqual({ n: 9, of: 2 })
    })

    it('go and leave the others', async () => {
      const { model, docs } = await opened()
      await buildSecond(1n)
      const both = [1, 2].map((generation) => ({ model: 'things', generation }))
      expect(await each.store.stored()).toEqual(expect.arrayContaining(both))
      await each.store.drop('things', 2)
      expect(await each.store.stored()).toEqual([both[0]])
      expect(await each.store.generation(model, 1).count()).toBe(5)
      expect(await docs.count()).toBe(5)
      await each.store.drop('things', 2)
    })

    it('that are not there are no empty answer', async () => {
      await expect(each.store.collection({ name: 'things' }).find()).rejects.toThrow(StoreUnavailable)
      await each.store.put(null, liveCheckpoint('things', { live: false }))
      await expect(each.other.collection({ name: 'things' }).count()).rejects.toThrow(/being made/)
    })

    it.each(['', 'Upper', 'a-b', 'a.b', 'a"b', '1a', `a${'b'.repeat(60)}`])('refuse the name %j', async (name) => {
      await expect((async () => each.store.make({ name }, 1))()).rejects.toThrow(TypeError)
      expect(() => each.store.generation({ name }, 1)).toThrow(TypeError)
    })
  })
}
