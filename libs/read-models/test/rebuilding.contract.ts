import { setTimeout as sleep } from 'node:timers/promises'
import { eventually } from '@pathlight/testing/eventually.ts'
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { askForRebuild } from '../src/opening.ts'
import type { ReadModelStore } from '../src/read-model-store.ts'
import type { AccountsProjection } from './accounts.contract.ts'
import { runnerBench, tellingOfCommits } from './runner.contract.ts'
import { liveCheckpoint, type ReadModelWorld } from './world.contract.ts'

/** The contract of rebuilding: a new generation is built beside the present one, and replaces it in one step. */
export function rebuildingContract(engine: string, running: () => ReadModelWorld): void {
  describe(`rebuilding over ${engine}`, () => {
    let bench: ReturnType<typeof runnerBench>
    beforeEach(() => {
      bench = runnerBench(running().space())
    })
    afterEach(() => bench.end())

    /** The same projection in a higher version. Its documents name that version. */
    const higher = (old: AccountsProjection, version = 2): AccountsProjection => ({
      ...old,
      version,
      evolve: (doc, event, id) => {
        const next = old.evolve(doc, event, id)
        return next && { ...next, last: `version ${version}` }
      },
    })
    const inVersion = (version: number) =>
      bench.expected().map((account) => ({ ...account, last: `version ${version}` }))
    const generationOf = async (store: ReadModelStore, { name }: AccountsProjection) =>
      (await bench.read(store, { name }))?.generation
    /** Requests a rebuild, as another process does. */
    const ask = (store: ReadModelStore, projection: AccountsProjection) => askForRebuild(store, projection, 'test log')

    it('a higher version is read when it has caught up, and until then the one before it', async () => {
      const { log, run, accounts, documents, reached, expected } = bench
      const store = bench.openStore()
      const old = accounts()
      const before = run(store, { projections: [old] })
      log.jumble(30)
      await reached(store)
      await before.stop()

      log.hold()
      const newer = higher(old)
      const started = run(store, { projections: [newer], keepOldMs: 0 })
      await started.opened
      // Readers still see the first generation. The new definition applies new events to it.
      await reached(store, log.pay('a1'))
      const [first, ...others] = expected().filter(({ account }) => account !== 'a1')
      expect(await documents(store, old)).toEqual(expect.arrayContaining([first, ...others]))
      expect(await store.collection(old).get('a1')).toMatchObject({
        sum: expected().find(({ account }) => account === 'a1')?.sum,
      })
      expect(await started.status()).toMatchObject([{ state: 'live', generation: 1, rebuilding: 0n }])
      log.letGo()
      await eventually(async () => expect(await documents(store, newer)).toEqual(inVersion(2)))
      await eventually(async () =>
        expect(await started.status()).toMatchObject([{ state: 'live', generation: 2, rebuilding: null, lag: 0n }]),
      )
      await reached(store, log.pay('a2'))
      expect(await documents(store, newer)).toEqual(inVersion(2))
      const names = [old.name, `${old.name}_parked`]
      await eventually(async () => {
        const there = (await store.stored()).filter(({ model }) => names.includes(model))
        expect(there.every(({ generation }) => generation === 2)).toBe(true)
      })
    })

    it('a new projection on an old log is read when it has caught up, and holds up no other projection', async () => {
      const { log, run, accounts, documents, reached, expected } = bench
      const store = bench.openStore()
      const old = accounts()
      const before = run(store, { projections: [old] })
      log.jumble(30)
      await reached(store)
      await before.stop()

      log.hold()
      const added = accounts()
      const started = run(store, { projections: [old, added] })
      await started.opened
      await reached(store, log.pay('a1'))
      expect(await documents(store, old)).toEqual(expected())
      await expect(documents(store, added)).rejects.toThrow(/being made/)
      expect(await started.status()).toMatchObject([{ state: 'live' }, { state: 'building', generation: 0 }])
      log.letGo()
      await eventually(async () => expect(await documents(store, added)).toEqual(expected()))
      await reached(store, log.pay('a2'))
      expect(await documents(store, added)).toEqual(expected())
    })

    it('is done by the process that runs when another process asks for it', async () => {
      const { log, run, accounts, documents, reached, expected } = bench
      const store = bench.openStore()
      const projection = accounts()
      run(store, { projections: [projection] })
      log.jumble(30)
      await reached(store)
      await ask(bench.openStore(), projection)
      await eventually(async () => expect(await generationOf(store, projection)).toBe(2))
      expect(await documents(store, projection)).toEqual(expected())
      await reached(store, log.pay('a1'))
      expect(await documents(store, projection)).toEqual(expected())
    })

    it('that is broken off goes on where it was', async () => {
      const { log, run, accounts, documents, reached } = bench
      const store = bench.openStore()
      const old = accounts()
      const before = run(store, { projections: [old] })
      log.jumble(60)
      await reached(store)
      await before.stop()

      const newer = higher(old)
      const reachedIt: bigint[] = []
      for (let i = 0; i < 4; i++) {
        const committed = Promise.withResolvers<void>()
        const told = tellingOfCommits(store, ([one], position) => {
          if (one?.live) return
          reachedIt.push(position)
          committed.resolve()
        })
        const life = run(told, { projections: [newer], batchSize: 9 })
        await committed.promise
        await life.stop()
      }
      expect(reachedIt.length).toBeGreaterThan(3)
      expect(reachedIt).toEqual([...new Set(reachedIt)].sort((a, b) => Number(a - b)))
      const last = bench.counted(newer)
      run(store, { projections: [last.projection] })
      await eventually(async () => expect(await documents(store, newer)).toEqual(inVersion(2)))
      expect(last.events()).toBe(60 - Number((reachedIt.at(-1) ?? 0n) / 7n))
    })

    it.each([1, 2, 3])('ends well though commits break before and after the checkpoint (%i)', async (seed) => {
      const { log, run, accounts, documents, reached } = bench
      const store = bench.openStore()
      const old = accounts()
      const before = run(store, { projections: [old] })
      log.jumble(40, seed)
      await reached(store)
      await before.stop()
      let breakages = 0
      const fragile = bench.openFragileStore(() =>
        breakages++ < 12 ? (([null, 'before', 'after'] as const)[(breakages * seed) % 3] ?? null) : null,
      )
      const newer = higher(old)
      run(fragile, { projections: [newer], batchSize: 4 })
      for (let i = 0; i < 5; i++) await reached(fragile, log.pay(`a${i}`))
      await eventually(async () => expect(await documents(store, newer)).toEqual(inVersion(2)))
      expect(breakages).toBeGreaterThan(5)
    })

    it('begins again when the program that comes has yet another version', async () => {
      const { log, run, accounts, documents, reached } = bench
      const store = bench.openStore()
      const old = accounts()
      const before = run(store, { projections: [old] })
      log.jumble(60)
      await reached(store)
      await before.stop()
      const committed = Promise.withResolvers<void>()
      const told = tellingOfCommits(store, ([one]) => !one?.live && committed.resolve())
      const second = run(told, { projections: [higher(old)], batchSize: 9 })
      await committed.promise
      await second.stop()
      const third = higher(old, 3)
      run(store, { projections: [third], keepOldMs: 0 })
      await eventually(async () => expect(await documents(store, third)).toEqual(inVersion(3)))
      const generation = await generationOf(store, old)
      await eventually(async () => {
        const there = (await store.stored()).filter(({ model }) => model === old.name)
        expect(there).toEqual([{ model: old.name, generation }])
      })
    })

    it('stops an older program that still runs, whose readers read the new', async () => {
      const { log, run, accounts, documents, reached } = bench
      const old = accounts()
      const oldStore = bench.openStore()
      const oldRun = run(oldStore, { projections: [old] })
      log.jumble(30)
      await reached(oldStore)
      const newStore = bench.openStore()
      run(newStore, { projections: [higher(old)] })
      await eventually(async () => expect(await generationOf(newStore, old)).toBe(2))
      await reached(newStore, log.pay('a1'))
      await eventually(async () =>
        expect((await oldRun.status())[0]).toMatchObject({ state: 'refused', lastError: /version 2/ }),
      )
      await eventually(async () => expect(await documents(oldStore, old)).toEqual(inVersion(2)))
    })

    it('is not stopped by a read model that this program no longer has, and makes it anew when it is back', async () => {
      const { log, run, accounts, documents, reached, expected } = bench
      const store = bench.openStore()
      const [kept, dropped] = [accounts(), accounts()]
      const first = run(store, { projections: [kept, dropped] })
      log.jumble(20)
      await reached(store)
      await first.stop()
      const second = run(store, { projections: [kept], keepOldMs: 0 })
      log.jumble(20, 2)
      await reached(store)
      await eventually(async () => expect((await store.stored()).map(({ model }) => model)).not.toContain(dropped.name))
      await second.stop()
      run(store, { projections: [kept, dropped] })
      await eventually(async () => expect(await documents(store, dropped)).toEqual(expected()))
    })

    it('under reads and writes fails no read, shows none less than before, and touches no other checkpoint', async () => {
      const { log, logged, run, accounts, documents, reached, expected } = bench
      const { manyEvents } = running()
      const store = bench.openStore()
      const projection = accounts()
      const accountsThere = Math.ceil(manyEvents / 25)
      for (let i = 0; i < manyEvents; i++) log.pay(`a${i % accountsThere}`)
      const mail = liveCheckpoint('welcome_mail', { log: 'test log', generation: 0, live: false, position: 7n })
      await store.put(null, mail)
      // `keepOldMs`: the old generation stays longer than any read takes that began before the new one was live.
      run(store, { projections: [projection], keepOldMs: 5_000 })
      expect(await store.waitFor(await log.head(), 240_000)).toBe(true)
      const reader = bench.openStore()
      await reader.position()

      let underWay = true
      onTestFinished(() => {
        underWay = false
      })
      let reads = 0
      const read = async (docs = reader.collection(projection)) => {
        const [count, one] = await Promise.all([docs.count(), docs.get('a7')])
        expect(count).toBeGreaterThanOrEqual(accountsThere)
        expect(one?.sum).toBeGreaterThanOrEqual(25)
        reads++
      }
      const readers = Array.from({ length: 5 }, async () => {
        while (underWay) await Promise.all([read(), sleep(100)])
      })
      const writer = (async () => {
        for (let i = 0; underWay; i++) {
          const position = log.pay(`new${i}`)
          // A person must be able to read their own write.
          expect(await reader.waitFor(position, 60_000)).toBe(true)
          expect(await reader.collection(projection).get(`new${i}`)).toMatchObject({ sum: 1 })
          await sleep(200)
        }
      })()
      /** Rejects as soon as a reader or the writer fails. */
      const meanwhile = (seen: () => unknown) => Promise.race([eventually(seen, 120_000), ...readers, writer])
      const moreReads = (before = reads) => meanwhile(() => expect(reads).toBeGreaterThan(before + 10))
      await moreReads()
      await ask(bench.openStore(), projection)
      await meanwhile(async () => expect(await generationOf(store, projection)).toBe(2))
      // The readers and the writer go on until the old generation is dropped, and a little longer.
      await meanwhile(async () =>
        expect((await store.stored()).filter(({ model }) => model === projection.name)).toHaveLength(1),
      )
      await moreReads()
      underWay = false
      await Promise.all([...readers, writer])
      await reached(store)
      expect(await documents(reader, projection)).toEqual(expected())
      expect((await store.checkpoints()).find(({ name }) => name === 'welcome_mail')).toEqual(mail)
      expect(logged.filter((line) => /again|cannot/.test(line))).toEqual([])
    })
  })
}
