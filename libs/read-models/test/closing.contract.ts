import { eventually } from '@pathlight/testing/eventually.ts'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Projection } from '../src/projection.ts'
import { runnerBench } from './runner.contract.ts'
import type { ReadModelWorld } from './world.contract.ts'

type Written = { readonly type: 'Written'; readonly data: { userId: string; id: string; text: string } }
type Item = { user_id: string; text: string }

/** A projection with one document for each item, as in the app. */
const items = (name: string): Projection<Item, Written> => ({
  name,
  version: 1,
  indexes: [['user_id']],
  handles: ['Written'],
  ids: ({ data }) => `${data.userId}.${data.id}`,
  evolve: (_, { data }) => {
    if (data.text === 'poison') throw new Error('no such text')
    return { user_id: data.userId, text: data.text }
  },
})

/** The contract of closing an account: every projection removes the person's documents. */
export function closingContract(engine: string, running: () => ReadModelWorld): void {
  describe(`a closed account over ${engine}`, () => {
    let bench: ReturnType<typeof runnerBench>
    beforeEach(() => {
      bench = runnerBench(running().space())
    })
    afterEach(() => bench.end())
    const write = (userId: string, id: string, text = 'x') =>
      bench.log.append(`item-${userId}.${id}`, { type: 'Written', data: { userId, id, text } }, userId)
    const close = (userId: string) =>
      bench.log.append(`account-${userId}`, { type: 'AccountClosed', data: { userId } }, userId)

    it('takes all documents of the person with it, from every read model, and no other person’s', async () => {
      const { run, reached, parked } = bench
      const store = bench.openStore()
      const projections = [items('first'), items('second')] as const
      run(store, { projections })
      for (const id of ['1', '2', '3']) for (const user of ['ann', 'bob']) write(user, id)
      write('ann', '4', 'poison')
      await reached(store)
      expect(await store.collection(projections[0]).count({ user_id: 'ann' })).toBe(3)
      expect(await parked(store)).toHaveLength(2)
      await reached(store, close('ann'))
      for (const projection of projections) {
        const docs = store.collection(projection)
        expect(await docs.count({ user_id: 'ann' })).toBe(0)
        expect(await docs.get('ann.1')).toBeNull()
        expect(await docs.count({ user_id: 'bob' })).toBe(3)
      }
      expect(await parked(store)).toEqual([])
      await reached(store, write('bob', '4'))
      expect(await store.collection(projections[0]).count()).toBe(4)
    })

    it('in the midst of a batch leaves nothing of before it, and what comes after it stands', async () => {
      const { run, reached } = bench
      const store = bench.openStore()
      const projection = items('first')
      for (const id of ['1', '2']) for (const user of ['ann', 'bob', 'eve']) write(user, id)
      close('ann')
      write('bob', '3')
      close('eve')
      write('bob', '4')
      run(store, { projections: [projection] })
      await reached(store)
      const docs = store.collection(projection)
      expect((await docs.find()).map(({ user_id }) => user_id)).toEqual(['bob', 'bob', 'bob', 'bob'])
    })

    it('leaves nothing of what another device wrote behind it, while the key was still there', async () => {
      const { log, run, reached, parked } = bench
      const store = bench.openStore()
      const projection = items('first')
      const first = run(store, { projections: [projection] })
      const docs = store.collection(projection)
      for (const user of ['ann', 'bob']) write(user, '1')
      await reached(store, close('ann'))
      write('ann', '2')
      write('ann', '3', 'poison')
      await reached(store, write('bob', '2'))
      expect((await docs.find()).map(({ user_id }) => user_id)).toEqual(['bob', 'bob'])
      expect(await parked(store)).toEqual([])
      await first.stop()
      // Skips the person's events except the closing, as the sealed log does once the key is gone.
      log.passedOver = ({ type, metadata }) => metadata.userId === 'ann' && type !== 'AccountClosed'
      const again = run(store, { projections: [{ ...projection, version: 2 }] })
      await eventually(async () => expect((await again.status())[0]?.generation).toBe(2))
      expect((await docs.find()).map(({ user_id }) => user_id)).toEqual(['bob', 'bob'])
    })

    it('leaves what outlives people, which is told of the closing, and of them also once their key is gone', async () => {
      const { log, run, reached } = bench
      const store = bench.openStore()
      type Told = { readonly person: string; readonly what: string }
      const told: Projection<Told, Written> = {
        name: 'told',
        version: 1,
        outlivesPeople: true,
        handles: ['Written', 'AccountClosed' as 'Written'],
        ids: ({ metadata }) => String(metadata.globalPosition),
        evolve: (_, { type, data, unreadable = false }) => ({ person: data.userId, what: `${type} ${unreadable}` }),
      }
      const projections = [items('first'), told] as const
      const first = run(store, { projections })
      for (const user of ['ann', 'bob']) write(user, '1')
      await reached(store, close('ann'))
      const of = async (person: string) =>
        (await store.collection(told).find({ where: { person } })).map(({ what }) => what).toSorted()
      expect(await of('ann')).toEqual(['AccountClosed false', 'Written false'])
      expect(await store.collection(projections[0]).count()).toBe(1)
      await first.stop()
      // Marks the person's items as unreadable, as the sealed log does once the key is gone.
      log.unreadable = ({ type, metadata }) => metadata.userId === 'ann' && type === 'Written'
      const again = run(store, { projections: projections.map((one) => ({ ...one, version: 2 })) as never })
      await eventually(async () => expect((await again.status()).map((one) => one.generation)).toEqual([2, 2]))
      expect(await of('ann')).toEqual(['AccountClosed false', 'Written true'])
      expect(await of('bob')).toEqual(['Written false'])
      expect(await store.collection(projections[0]).count()).toBe(1)
    })

    it('is closed after a rebuild, when nothing of the person but the closing arrives any more', async () => {
      const { log, run, reached } = bench
      const store = bench.openStore()
      const first = run(store, { projections: [items('first')] })
      for (const id of ['1', '2']) for (const user of ['ann', 'bob']) write(user, id)
      await reached(store, close('ann'))
      await first.stop()
      // Skips the person's events except the closing, as the sealed log does once the key is gone.
      log.passedOver = ({ type, metadata }) => metadata.userId === 'ann' && type !== 'AccountClosed'
      write('bob', '3')
      write('bob', '4')
      const again = run(store, { projections: [{ ...items('first'), version: 2 }] })
      const docs = store.collection(items('first'))
      await eventually(async () => expect((await again.status())[0]?.generation).toBe(2))
      expect(await docs.count({ user_id: 'ann' })).toBe(0)
      expect(await docs.count()).toBe(4)
    })
  })
}
