import { eventually } from '@pathlight/testing/eventually.ts'
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { runnerBench } from './runner.contract.ts'
import type { ReadModelWorld } from './world.contract.ts'

/** The contract of several processes that run the same projections on one store. */
export function severalRunnersContract(engine: string, running: () => ReadModelWorld): void {
  describe(`several runners over ${engine}`, () => {
    let bench: ReturnType<typeof runnerBench>
    beforeEach(() => {
      bench = runnerBench(running().space())
    })
    afterEach(() => bench.end())

    it('share the read models: every event once, whichever process wins', async () => {
      const { log, run, accounts, documents, reached, expected } = bench
      const projections = [accounts(), accounts()] as const
      const stores = [bench.openStore(), bench.openStore(), bench.openStore()] as const
      for (const store of stores) run(store, { projections, batchSize: 3 })
      for (let i = 0; i < 6; i++) {
        log.jumble(Math.ceil(Math.min(running().many, 240) / 10), i + 1)
        await reached(stores[0])
      }
      for (const projection of projections) expect(await documents(stores[1], projection)).toEqual(expected())
    })

    it('take over from each other when one dies', async () => {
      const { log, run, accounts, documents, reached, expected } = bench
      const projection = accounts()
      const store = bench.openStore()
      const first = run(bench.openStore(), { projections: [projection] })
      await reached(store, log.pay('a'))
      const second = run(bench.openStore(), { projections: [projection] })
      for (let i = 0; i < 5; i++) await reached(store, log.pay('a'))
      await first.stop()
      for (let i = 0; i < 5; i++) await reached(store, log.pay('a'))
      expect(await documents(store, projection)).toEqual(expected())
      await second.stop()
    })

    it('stand by while another is at work', async () => {
      const { log, run, accounts, documents, reached, expected } = bench
      const projection = accounts()
      const stores = [bench.openStore(), bench.openStore()] as const
      const runs = stores.map((store) => run(store, { projections: [projection] }))
      const states = async () =>
        (await Promise.all(runs.map(({ status }) => status()))).map(([status]) => status?.state)
      let busy = true
      onTestFinished(() => {
        busy = false
      })
      const traffic = (async () => {
        while (busy) await reached(stores[0], log.pay('a'))
      })()
      await eventually(async () => expect((await states()).toSorted()).toEqual(['live', 'standby']))
      busy = false
      await traffic
      expect(await documents(stores[0], projection)).toEqual(expected())
    })
  })
}
