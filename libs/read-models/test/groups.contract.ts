import { StoreUnavailable } from '@pathlight/stores/store-unavailable.ts'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type Change, type Group, NO_WORK, type ReadModelStore } from '../src/read-model-store.ts'
import { type Breakage, liveModel, type ReadModelSpace, type ReadModelWorld } from './world.contract.ts'

/** Documents and checkpoint of a group move together, by compare-and-set. */
export function groupsContract(engine: string, running: () => ReadModelWorld): void {
  describe(`groups in ${engine}`, () => {
    let space: ReadModelSpace
    let store: ReadModelStore
    let other: ReadModelStore
    beforeEach(() => {
      space = running().space()
      store = space.openStore()
      other = space.openStore()
    })
    afterEach(() => space.close())
    const opened = () => liveModel<{ n: number }>(store)
    const aGroup = (changed: Partial<Group> = {}): Group => {
      const members = { a: { generation: 3, version: 2 }, b: { generation: 1, version: 1, frozen: true } } as const
      return { name: 'some', log: 'log', position: 0n, last: null, revision: 7n, members, ...changed }
    }

    it('come back as they were written, and are none at first', async () => {
      expect(await store.groups()).toEqual([])
      const last = { position: 2n ** 62n, id: crypto.randomUUID() }
      const far = aGroup({ position: 2n ** 62n + 1n, last, revision: 2n ** 40n })
      expect(await store.write(null, far)).toBe(true)
      expect(await other.groups()).toEqual([far])
    })

    it('move with their last event, and without one', async () => {
      const [first, last] = [aGroup(), { position: 7n, id: crypto.randomUUID() }]
      await store.write(null, first)
      const moved = { ...first, position: 8n, last }
      expect(await store.write(first, moved)).toBe(true)
      expect(await other.groups()).toEqual([moved])
      const anew = { ...moved, position: 0n, last: null, revision: 8n }
      expect(await store.write(moved, anew)).toBe(true)
      expect(await other.groups()).toEqual([anew])
    })

    it('stay frozen where the store has the word of an earlier version for it', async () => {
      const earlier = { a: { generation: 1, version: 1, apart: true } } as Group['members']
      await store.write(null, aGroup({ members: earlier }))
      expect(await other.groups()).toMatchObject([{ members: { a: { generation: 1, version: 1, frozen: true } } }])
    })

    it('are made once, by the process that is first', async () => {
      const made = await Promise.all([store, other, store, other].map((one) => one.write(null, aGroup())))
      expect(made.filter(Boolean)).toHaveLength(1)
      expect(await store.groups()).toHaveLength(1)
    })

    it('are by many processes at once made ready once', async () => {
      const stores = Array.from({ length: 5 }, () => space.openStore())
      const model = { name: 'things', indexes: [['n']] }
      await Promise.all(stores.map((one) => one.make(model, 1)))
      expect(await store.stored()).toEqual(
        engine === 'PostgreSQL' ? [{ model: 'things', generation: 1 }] : expect.anything(),
      )
      expect(await store.generation(model, 1).count()).toBe(0)
    })

    it('move by the position that is known, others left alone', async () => {
      const [one, two] = [aGroup(), aGroup({ name: 'other', position: 5n })]
      await store.write(null, one)
      await store.write(null, two)
      expect(await store.write(one, { ...one, position: 7n })).toBe(true)
      expect(await store.write(one, { ...one, position: 9n })).toBe(false)
      expect(await other.write({ ...one, position: 7n }, { ...one, position: 8n })).toBe(true)
      expect((await store.groups()).find(({ name }) => name === 'some')?.position).toBe(8n)
      expect((await store.groups()).find(({ name }) => name === 'other')).toEqual(two)
    })

    it('with other members fence a process that knew the old ones', async () => {
      const group = aGroup()
      await store.write(null, group)
      const changed = {
        ...group,
        revision: 8n,
        members: { a: { generation: 4, version: 3 } },
        log: 'log-2',
        position: 0n,
      }
      expect(await other.write(group, changed)).toBe(true)
      expect(await store.write(group, { ...group, position: 1n })).toBe(false)
      expect(await store.groups()).toEqual([changed])
    })

    it('of twenty racers from one position move once', async () => {
      const { group, change, docs } = await opened()
      const after = { ...group(), position: 1n }
      const won = await Promise.all(
        Array.from({ length: 20 }, (_, i) =>
          (i % 2 === 0 ? store : other).write(group(), after, { ...NO_WORK, changes: [change('a', { n: 1 }, 1n)] }),
        ),
      )
      expect(won.filter(Boolean)).toHaveLength(1)
      expect(await docs.count()).toBe(1)
    })

    it('that have moved meanwhile take no documents', async () => {
      const { group, change, docs, put } = await opened()
      const before = group()
      await put({ a: { n: 1 }, b: { n: 1 } })
      expect(
        await store.write(before, { ...before, position: 5n }, { ...NO_WORK, changes: [change('c', { n: 1 }, 5n)] }),
      ).toBe(false)
      expect(await docs.count()).toBe(2)
      expect(await store.position()).toBe(2n)
    })

    it('let one of two racing runners win each step, and every effect come once', async () => {
      const { model, group, change, docs } = await opened()
      const run = async (runner: ReadModelStore) => {
        const stored = runner.generation<{ n: number }>(model, 1)
        let won = 0
        for (let position = 0n; position < 40n; ) {
          const held = (await stored.load(['sum'])).get('sum')
          const next = position + 1n
          const changes: Change[] =
            (held?.at ?? 0n) < next ? [change('sum', { n: (held?.doc?.n ?? 0) + Number(next) }, next)] : []
          if (await runner.write({ ...group(), position }, { ...group(), position: next }, { ...NO_WORK, changes }))
            won++
          position = (await runner.groups()).find(({ name }) => name === group().name)?.position ?? 0n
        }
        return won
      }
      const wins = await Promise.all([run(store), run(other)])
      expect(wins[0] + wins[1]).toBe(40)
      expect(await docs.get('sum')).toEqual({ n: 820 })
    })

    it('write several read models with one checkpoint', async () => {
      const names = ['one', 'two']
      const members = Object.fromEntries(names.map((name) => [name, { generation: 1, version: 1 }]))
      const group: Group = { name: 'live', log: 'log', position: 0n, last: null, revision: 1n, members }
      for (const name of names) await store.make({ name }, 1)
      await store.write(null, group)
      const changes = names.map(
        (model, i): Change => ({ model, generation: 1, id: 'x', doc: { model }, at: BigInt(i + 1) }),
      )
      expect(await store.write(group, { ...group, position: 2n }, { ...NO_WORK, changes })).toBe(true)
      expect(await store.collection({ name: 'one' }).find()).toEqual([{ model: 'one' }])
      expect(await other.collection({ name: 'two' }).find()).toEqual([{ model: 'two' }])
    })

    describe('that crash between documents and checkpoint', () => {
      const crashed = async (breakage: Breakage, doc: { n: number } | null) => {
        const model = await opened()
        await model.put({ a: { n: 0 } })
        const { group, change } = model
        const after = { ...group(), position: 10n }
        const changes = [change('a', doc, 10n)]
        await expect(
          space.openFragileStore(() => breakage).write(group(), after, { ...NO_WORK, changes }),
        ).rejects.toThrow(StoreUnavailable)
        return { ...model, again: () => store.write(group(), after, { ...NO_WORK, changes }), after }
      }

      it('are made good by the same again', async () => {
        const { again, stored } = await crashed('before', { n: 10 })
        expect(await again()).toBe(true)
        expect((await stored.load(['a'])).get('a')).toEqual({ doc: { n: 10 }, at: 10n })
      })

      it('after the checkpoint was moved are elsewhere', async () => {
        const { again, after, stored } = await crashed('after', { n: 10 })
        expect(await again()).toBe(false)
        expect(await store.groups()).toEqual([after])
        expect((await stored.load(['a'])).get('a')).toEqual({ doc: { n: 10 }, at: 10n })
      })

      it('leave nothing that a runner with smaller steps could set back', async () => {
        const { group, change, stored } = await crashed('before', { n: 10 })
        const left = (await stored.load(['a'])).get('a')
        const half = { ...group(), position: 5n }
        expect(await store.write(group(), half, { ...NO_WORK, changes: [change('a', { n: 5 }, 5n)] })).toBe(true)
        expect((await stored.load(['a'])).get('a')).toEqual(left?.at === 10n ? left : { doc: { n: 5 }, at: 5n })
        expect(
          await store.write(half, { ...half, position: 10n }, { ...NO_WORK, changes: [change('a', { n: 10 }, 10n)] }),
        ).toBe(true)
        expect((await stored.load(['a'])).get('a')).toEqual({ doc: { n: 10 }, at: 10n })
      })

      it('do not let a runner with smaller steps bring back what is removed further on', async () => {
        const { group, change, docs } = await crashed('before', null)
        const wasGone = (await docs.count()) === 0
        const half = { ...group(), position: 5n }
        expect(await store.write(group(), half, { ...NO_WORK, changes: [change('a', { n: 5 }, 5n)] })).toBe(true)
        expect(await docs.count()).toBe(wasGone ? 0 : 1)
        expect(
          await store.write(half, { ...half, position: 10n }, { ...NO_WORK, changes: [change('a', null, 10n)] }),
        ).toBe(true)
        expect(await docs.count()).toBe(0)
      })
    })

    describe('that forget a person', () => {
      type Owned = { user_id: string; n: number }

      it('remove their documents from every read model named, and no other person’s', async () => {
        const { group, put, docs, stored } = await liveModel<Owned>(store, [['user_id']])
        const more = { name: 'more' }
        await store.make(more, 1)
        await put({ a: { user_id: 'ann', n: 1 }, b: { user_id: 'bob', n: 2 }, c: { user_id: 'ann', n: 3 } })
        const models = ['things', 'more'].map((model) => ({ model, generation: 1 }))
        const after = { ...group(), position: 9n }
        const before = group()
        expect(await store.write(before, after, { ...NO_WORK, forgotten: { userId: 'ann', at: 9n, models } })).toBe(
          true,
        )
        expect(await docs.find()).toEqual([{ user_id: 'bob', n: 2 }])
        expect(await docs.count({ user_id: 'ann' })).toBe(0)
        expect((await stored.load(['a', 'b'])).get('a')?.doc ?? null).toBeNull()
        expect(await store.write(before, after, { ...NO_WORK, forgotten: { userId: 'bob', at: 9n, models } })).toBe(
          false,
        )
        expect(await docs.count()).toBe(1)
      })
    })
  })
}
