import { StoreUnavailable } from '@pathlight/stores/store-unavailable.ts'
import { describe, expect, it } from 'vitest'
import { type Change, type Checkpoint, NO_WORK, type Place, type ReadModelStore } from '../src/read-model-store.ts'
import { type Breakage, liveCheckpoint, liveModel, type ReadModelWorld, twoProcesses } from './world.contract.ts'

/** The contract of moving documents and checkpoints together, by compare-and-set. */
export function movingContract(engine: string, running: () => ReadModelWorld): void {
  describe(`checkpoints that move in ${engine}`, () => {
    const each = twoProcesses(running)
    const opened = () => liveModel<{ n: number }>(each.store)
    const some = (changed: Partial<Checkpoint> = {}) =>
      liveCheckpoint('some', { generation: 3, version: 2, ...changed })
    const to = (position: bigint): Place => ({ position, last: null })

    it('come back as they were written, and are none at first', async () => {
      expect(await each.store.checkpoints()).toEqual([])
      const last = { position: 2n ** 62n, id: crypto.randomUUID() }
      const all = [some({ position: 2n ** 62n + 1n, last }), some({ generation: 4, live: false })]
      for (const one of all) expect(await each.store.put(null, one)).toBe(true)
      expect(await each.other.checkpoints()).toEqual(expect.arrayContaining(all))
    })

    it('move with their last event, and without one', async () => {
      const [first, last] = [some(), { position: 7n, id: crypto.randomUUID() }]
      await each.store.put(null, first)
      const moved = { ...first, position: 8n, last }
      expect(await each.store.move([first], moved)).toBe(true)
      expect(await each.other.checkpoints()).toEqual([moved])
      const anew = { ...moved, position: 0n, last: null, log: 'another log' }
      expect(await each.store.put(moved, anew)).toBe(true)
      expect(await each.other.checkpoints()).toEqual([anew])
    })

    it('are made once, by the process that is first, and removed where they are known', async () => {
      const made = await Promise.all(
        [each.store, each.other, each.store, each.other].map((one) => one.put(null, some())),
      )
      expect(made.filter(Boolean)).toHaveLength(1)
      expect(await each.store.checkpoints()).toHaveLength(1)
      expect(await each.store.put(some({ position: 3n }), null)).toBe(false)
      expect(await each.store.put(some({ position: 3n }), some({ live: false }))).toBe(false)
      expect(await each.other.put(some(), null)).toBe(true)
      expect(await each.store.checkpoints()).toEqual([])
    })

    it('are by many processes at once made ready once', async () => {
      const stores = Array.from({ length: 5 }, () => each.space.openStore())
      const model = { name: 'things', indexes: [['n']] }
      await Promise.all(stores.map((one) => one.make(model, 1)))
      expect(await each.store.stored()).toEqual(
        engine === 'PostgreSQL' ? [{ model: 'things', generation: 1 }] : expect.anything(),
      )
      expect(await each.store.generation(model, 1).count()).toBe(0)
    })

    it('move by the position that is known, others left alone', async () => {
      const [one, two] = [some(), liveCheckpoint('other', { position: 5n })]
      for (const made of [one, two]) await each.store.put(null, made)
      expect(await each.store.move([one], to(7n))).toBe(true)
      expect(await each.store.move([one], to(9n))).toBe(false)
      expect(await each.other.move([{ ...one, position: 7n }], to(8n))).toBe(true)
      expect(await each.store.checkpoints()).toEqual(expect.arrayContaining([two, { ...one, position: 8n }]))
    })

    it('move together, and with none of them a document where one is elsewhere or gone', async () => {
      const { checkpoint, change, docs } = await opened()
      const more = liveCheckpoint('more')
      await each.store.put(null, more)
      const work = (n: number) => ({ ...NO_WORK, changes: [change('a', { n }, BigInt(n))] })
      expect(await each.store.move([checkpoint(), more], to(1n), work(1))).toBe(true)
      const [things, second] = [checkpoint(), more].map((one) => ({ ...one, position: 1n }))
      if (!things || !second) throw new Error('there are two')
      expect(await each.other.move([second], to(2n))).toBe(true)
      expect(await each.store.move([things, second], to(3n), work(3))).toBe(false)
      expect(await docs.get('a')).toEqual({ n: 1 })
      expect(await each.other.put({ ...second, position: 2n }, null)).toBe(true)
      expect(await each.store.move([things, { ...second, position: 2n }], to(3n), work(3))).toBe(false)
      expect(await docs.get('a')).toEqual({ n: 1 })
    })

    it('of twenty racers from one position move once', async () => {
      const { checkpoint, change, docs } = await opened()
      const won = await Promise.all(
        Array.from({ length: 20 }, (_, i) =>
          (i % 2 === 0 ? each.store : each.other).move([checkpoint()], to(1n), {
            ...NO_WORK,
            changes: [change('a', { n: 1 }, 1n)],
          }),
        ),
      )
      expect(won.filter(Boolean)).toHaveLength(1)
      expect(await docs.count()).toBe(1)
    })

    it('that have moved meanwhile take no documents', async () => {
      const { checkpoint, change, docs, put } = await opened()
      const before = checkpoint()
      await put({ a: { n: 1 }, b: { n: 1 } })
      expect(await each.store.move([before], to(5n), { ...NO_WORK, changes: [change('c', { n: 1 }, 5n)] })).toBe(false)
      expect(await docs.count()).toBe(2)
      expect(await each.store.position()).toBe(2n)
    })

    it('let one of two racing runners win each step, and every effect come once', async () => {
      const { model, checkpoint, change, docs } = await opened()
      const run = async (runner: ReadModelStore) => {
        const stored = runner.generation<{ n: number }>(model, 1)
        let won = 0
        for (let position = 0n; position < 40n; ) {
          const held = (await stored.load(['sum'])).get('sum')
          const next = position + 1n
          const changes: Change[] =
            (held?.at ?? 0n) < next ? [change('sum', { n: (held?.doc?.n ?? 0) + Number(next) }, next)] : []
          if (await runner.move([{ ...checkpoint(), position }], to(next), { ...NO_WORK, changes })) won++
          position = (await runner.checkpoints())[0]?.position ?? 0n
        }
        return won
      }
      const wins = await Promise.all([run(each.store), run(each.other)])
      expect(wins[0] + wins[1]).toBe(40)
      expect(await docs.get('sum')).toEqual({ n: 820 })
    })

    it('write several read models with one commit', async () => {
      const names = ['one', 'two']
      const checkpoints = names.map((name) => liveCheckpoint(name))
      for (const name of names) await each.store.make({ name }, 1)
      for (const one of checkpoints) await each.store.put(null, one)
      const changes = names.map(
        (model, i): Change => ({ model, generation: 1, id: 'x', doc: { model }, at: BigInt(i + 1) }),
      )
      expect(await each.store.move(checkpoints, to(2n), { ...NO_WORK, changes })).toBe(true)
      expect(await each.store.collection({ name: 'one' }).find()).toEqual([{ model: 'one' }])
      expect(await each.other.collection({ name: 'two' }).find()).toEqual([{ model: 'two' }])
    })

    describe('that crash between documents and checkpoints', () => {
      const crashed = async (breakage: Breakage, doc: { n: number } | null) => {
        const model = await opened()
        await model.put({ a: { n: 0 } })
        const { checkpoint, change } = model
        const after = { ...checkpoint(), position: 10n }
        const changes = [change('a', doc, 10n)]
        await expect(
          each.space.openFragileStore(() => breakage).move([checkpoint()], after, { ...NO_WORK, changes }),
        ).rejects.toThrow(StoreUnavailable)
        return { ...model, again: () => each.store.move([checkpoint()], after, { ...NO_WORK, changes }), after }
      }

      it('are made good by the same again', async () => {
        const { again, stored } = await crashed('before', { n: 10 })
        expect(await again()).toBe(true)
        expect((await stored.load(['a'])).get('a')).toEqual({ doc: { n: 10 }, at: 10n })
      })

      it('after the checkpoint was moved are elsewhere', async () => {
        const { again, after, stored } = await crashed('after', { n: 10 })
        expect(await again()).toBe(false)
        expect(await each.store.checkpoints()).toEqual([after])
        expect((await stored.load(['a'])).get('a')).toEqual({ doc: { n: 10 }, at: 10n })
      })

      it('leave nothing that a runner with smaller steps could set back', async () => {
        const { checkpoint, change, stored } = await crashed('before', { n: 10 })
        const left = (await stored.load(['a'])).get('a')
        const half = { ...checkpoint(), position: 5n }
        expect(await each.store.move([checkpoint()], half, { ...NO_WORK, changes: [change('a', { n: 5 }, 5n)] })).toBe(
          true,
        )
        expect((await stored.load(['a'])).get('a')).toEqual(left?.at === 10n ? left : { doc: { n: 5 }, at: 5n })
        expect(await each.store.move([half], to(10n), { ...NO_WORK, changes: [change('a', { n: 10 }, 10n)] })).toBe(
          true,
        )
        expect((await stored.load(['a'])).get('a')).toEqual({ doc: { n: 10 }, at: 10n })
      })

      it('do not let a runner with smaller steps bring back what is removed further on', async () => {
        const { checkpoint, change, docs } = await crashed('before', null)
        const wasGone = (await docs.count()) === 0
        const half = { ...checkpoint(), position: 5n }
        expect(await each.store.move([checkpoint()], half, { ...NO_WORK, changes: [change('a', { n: 5 }, 5n)] })).toBe(
          true,
        )
        expect(await docs.count()).toBe(wasGone ? 0 : 1)
        expect(await each.store.move([half], to(10n), { ...NO_WORK, changes: [change('a', null, 10n)] })).toBe(true)
        expect(await docs.count()).toBe(0)
      })
    })

    describe('that forget a person', () => {
      type Owned = { user_id: string; n: number }

      it('remove their documents from every read model named, and no other person’s', async () => {
        const { checkpoint, put, docs, stored } = await liveModel<Owned>(each.store, [['user_id']])
        const more = { name: 'more' }
        await each.store.make(more, 1)
        await put({ a: { user_id: 'ann', n: 1 }, b: { user_id: 'bob', n: 2 }, c: { user_id: 'ann', n: 3 } })
        const models = ['things', 'more'].map((model) => ({ model, generation: 1 }))
        const before = checkpoint()
        expect(
          await each.store.move([before], to(9n), { ...NO_WORK, forgotten: { userId: 'ann', at: 9n, models } }),
        ).toBe(true)
        expect(await docs.find()).toEqual([{ user_id: 'bob', n: 2 }])
        expect(await docs.count({ user_id: 'ann' })).toBe(0)
        expect((await stored.load(['a', 'b'])).get('a')?.doc ?? null).toBeNull()
        expect(
          await each.store.move([before], to(9n), { ...NO_WORK, forgotten: { userId: 'bob', at: 9n, models } }),
        ).toBe(false)
        expect(await docs.count()).toBe(1)
      })
    })
  })
}
