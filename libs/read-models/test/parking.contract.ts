import { StoreUnavailable } from '@pathlight/stores/store-unavailable.ts'
import { eventually } from '@pathlight/testing/eventually.ts'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Account, AccountsProjection } from './accounts.contract.ts'
import { runnerBench } from './runner.contract.ts'
import type { ReadModelWorld } from './world.contract.ts'

/** The contract of parking: an event that cannot be applied stops only its stream, and only for its projection. */
export function parkingContract(engine: string, running: () => ReadModelWorld): void {
  describe(`an event that cannot be applied, over ${engine}`, () => {
    let bench: ReturnType<typeof runnerBench>
    beforeEach(() => {
      bench = runnerBench(running().space())
    })
    afterEach(() => bench.end())

    const poisonous = (changed: Partial<AccountsProjection> = {}) => {
      const sound = bench.accounts(changed)
      let tries = 0
      const projection: AccountsProjection = {
        ...sound,
        evolve: (doc, event, id) => {
          if ('amount' in event.data && event.data.amount === 666 && id !== 'innocent') {
            tries++
            throw new TypeError(`no such amount: ${event.data.amount}`)
          }
          return sound.evolve(doc, event, id)
        },
      }
      return { sound, projection, tries: () => tries }
    }

    it('is tried three times, then its stream is parked, in view, and all others go on', async () => {
      const { log, logged, run, documents, reached, parked } = bench
      const store = bench.openStore()
      const { projection, tries } = poisonous()
      const started = run(store, { projections: [projection] })
      log.pay('good')
      log.pay('bad', 1)
      const poison = log.pay('bad', 666)
      log.pay('good')
      log.pay('bad', 5)
      await reached(store, log.pay('bad', 6))
      expect(tries()).toBe(3)
      expect(await documents(store, projection)).toMatchObject([
        { account: 'bad', sum: 1 },
        { account: 'good', sum: 2 },
      ])
      expect(await parked(store)).toEqual([
        {
          projection: projection.name,
          stream: 'account-bad',
          user_id: 'user',
          position: String(poison),
          eventType: 'Paid',
          error: 'TypeError: no such amount: 666',
          since: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
        },
      ])
      await eventually(async () => expect((await started.status())[0]?.parked).toBe(1))
      expect(logged.filter((line) => line.includes('parked the stream account-bad'))).toHaveLength(1)
    })

    it('leaves nothing in view that a later event removes, whatever became of it', async () => {
      const { log, run, documents, reached, parked } = bench
      const store = bench.openStore()
      const removes = ['Closed'] as const
      const { projection } = poisonous({ removes })
      run(store, { projections: [projection] })
      log.pay('bad', 1)
      await reached(store, log.pay('bad', 666))
      expect(await documents(store, projection)).toMatchObject([{ account: 'bad', sum: 1 }])
      await reached(store, log.append('account-bad', { type: 'Closed', data: { account: 'bad' } }))
      expect(await documents(store, projection)).toEqual([])
      // The result is the same if the faulty event and the removal come in one batch.
      log.pay('worse', 1)
      log.pay('worse', 666)
      await reached(store, log.append('account-worse', { type: 'Closed', data: { account: 'worse' } }))
      expect(await documents(store, projection)).toEqual([])
      expect(await parked(store)).toHaveLength(2)
    })

    it('is applied to none of its documents when it fails for one', async () => {
      const { log, run, documents, reached } = bench
      const store = bench.openStore()
      const { projection } = poisonous()
      run(store, { projections: [projection] })
      log.pay('innocent')
      await reached(store, log.append('transfer', { type: 'Moved', data: { from: 'innocent', to: 'x', amount: 666 } }))
      expect(await documents(store, projection)).toMatchObject([{ account: 'innocent', sum: 1 }])
    })

    it('parks also when it cannot even say its documents', async () => {
      const { log, run, accounts, documents, reached, parked } = bench
      const store = bench.openStore()
      const projection = accounts({
        ids: (event) => {
          if ('account' in event.data) return event.data.account
          throw new Error('whose?')
        },
      })
      run(store, { projections: [projection] })
      log.pay('a')
      log.append('transfer', { type: 'Moved', data: { from: 'a', to: 'b', amount: 1 } })
      await reached(store, log.pay('a'))
      expect(await documents(store, projection)).toMatchObject([{ account: 'a', sum: 2 }])
      expect(await parked(store)).toMatchObject([{ stream: 'transfer', error: 'Error: whose?' }])
    })

    it.each(['a.b', 'x'])('parks alone when its document cannot be kept, in the midst of many (%s)', async (key) => {
      const { log, run, accounts, documents, reached, parked, expected } = bench
      const store = bench.openStore()
      const sound = accounts()
      const projection: AccountsProjection = {
        ...sound,
        evolve: (doc, event, id) => {
          const next = { ...doc, ...sound.evolve(doc, event, id) }
          const poisoned = 'amount' in event.data && event.data.amount === 666
          return { ...next, ...(poisoned && { [key]: key === 'x' ? Number.NaN : 1 }) } as Account
        },
      }
      for (let i = 0; i < 30; i++) log.pay(`a${i % 4}`)
      const poison = log.pay('bad', 666)
      for (let i = 0; i < 30; i++) log.pay(`a${i % 4}`)
      log.pay('bad')
      run(store, { projections: [projection] })
      await reached(store)
      expect(await parked(store)).toMatchObject([
        { stream: 'account-bad', position: String(poison), error: expect.stringContaining('InvalidDocument') },
      ])
      expect(await documents(store, projection)).toEqual(
        expected(log.events.filter(({ metadata }) => metadata.streamName !== 'account-bad')),
      )
    })

    it('stays parked after a restart', async () => {
      const { log, run, documents, reached, parked } = bench
      const { projection } = poisonous()
      for (let life = 0; life < 3; life++) {
        const store = bench.openStore()
        const lived = run(store, { projections: [projection] })
        log.pay('good')
        await reached(store, log.pay('bad', 666))
        await lived.stop()
      }
      const store = bench.openStore()
      expect(await parked(store)).toMatchObject([{ stream: 'account-bad', position: '14' }])
      expect(await documents(store, projection)).toMatchObject([{ account: 'good', sum: 3 }])
    })

    it('is applied in its place when the definition is mended under a higher version', async () => {
      const { log, run, documents, reached, parked, expected } = bench
      const { sound, projection } = poisonous()
      const store = bench.openStore()
      const lived = run(store, { projections: [projection] })
      log.jumble(20)
      log.pay('bad', 666)
      await reached(store, log.pay('bad', 1))
      await lived.stop()
      expect(await parked(store)).toHaveLength(1)

      const again = run(store, { projections: [{ ...sound, version: 2 }], keepOldMs: 0 })
      await eventually(async () => expect(await documents(store, sound)).toEqual(expected()))
      expect(await parked(store)).toEqual([])
      await eventually(async () => expect((await again.status())[0]?.parked).toBe(0))
    })

    it('does not park when only a store was away', async () => {
      const { log, run, accounts, documents, reached, parked, expected } = bench
      const store = bench.openStore()
      const sound = accounts()
      let away = 2
      const projection: AccountsProjection = {
        ...sound,
        evolve: (doc, event, id) => {
          if (away-- > 0) throw new StoreUnavailable('the keys')
          return sound.evolve(doc, event, id)
        },
      }
      run(store, { projections: [projection] })
      await reached(store, log.pay('a'))
      expect(await parked(store)).toEqual([])
      expect(await documents(store, projection)).toEqual(expected())
    })

    it('is parked for its own projection only', async () => {
      const { log, run, accounts, documents, reached, parked, expected } = bench
      const store = bench.openStore()
      const { projection } = poisonous()
      const sound = accounts()
      run(store, { projections: [projection, sound] })
      await reached(store, log.pay('bad', 666))
      expect(await parked(store)).toMatchObject([{ projection: projection.name }])
      expect(await documents(store, sound)).toEqual(expected())
    })

    it('keeps its place in a crash: earlier events of its stream are not lost', async () => {
      const { log, run, documents, reached, parked } = bench
      const { projection } = poisonous()
      let broken = 0
      const store = bench.openFragileStore(() => (broken++ < 3 ? 'before' : null))
      log.pay('bad', 1)
      log.pay('bad', 2)
      const poison = log.pay('bad', 666)
      log.pay('bad', 4)
      run(store, { projections: [projection] })
      await reached(store)
      expect(await documents(store, projection)).toMatchObject([{ account: 'bad', sum: 3, events: 2 }])
      expect(await parked(store)).toMatchObject([{ position: String(poison) }])
    })
  })
}
