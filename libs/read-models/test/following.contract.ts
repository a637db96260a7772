import { type BatchesOptions, lastPlace } from '@pathlight/event-log/event-log.ts'
import { StoreUnavailable } from '@pathlight/stores/store-unavailable.ts'
import { eventually } from '@pathlight/testing/eventually.ts'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { askForRebuild } from '../src/opening.ts'
import { NO_WORK, OpeningRefused, type ReadModelStore } from '../src/read-model-store.ts'
import { MemoryLog, repeatable } from './accounts.contract.ts'
import { runnerBench, tellingOfCommits } from './runner.contract.ts'
import type { ReadModelWorld } from './world.contract.ts'

/** The contract of following the log: each event is applied once, whatever fails meanwhile. */
export function followingContract(engine: string, running: () => ReadModelWorld): void {
  describe(`projections over ${engine}`, () => {
    let bench: ReturnType<typeof runnerBench>
    beforeEach(() => {
      bench = runnerBench(running().space())
    })
    afterEach(() => bench.end())
    /** The number of events in a test. */
    const some = () => Math.min(running().many, 240)

    it('turn the log into documents, and follow it', async () => {
      const { log, run, accounts, documents, reached, expected } = bench
      const store = bench.openStore()
      const projection = accounts()
      log.jumble(some())
      await run(store, { projections: [projection] }).opened
      await reached(store)
      expect(await documents(store, projection)).toEqual(expected())
      for (let i = 0; i < 10; i++) {
        await reached(store, log.pay('a1', 1_000))
        expect(await documents(store, projection)).toEqual(expected())
      }
    })

    it('move the checkpoint past events that no projection handles', async () => {
      const { log, run, accounts, documents, reached } = bench
      const store = bench.openStore()
      const projection = accounts({ handles: ['Closed'] })
      run(store, { projections: [projection] })
      log.pay('a')
      await reached(store, log.pay('b'))
      expect(await documents(store, projection)).toEqual([])
    })

    it('read the log once and make one commit a batch, however many they are', async () => {
      const { log, run, accounts, documents, reached, expected } = bench
      const store = bench.openStore()
      let writes = 0
      const commits: bigint[] = []
      const told = tellingOfCommits(store, (_, position) => commits.push(position))
      const counted: ReadModelStore = {
        ...told,
        move: (...moved) => {
          writes++
          return told.move(...moved)
        },
      }
      const projections = [accounts(), accounts(), accounts({ handles: ['Closed'] })]
      for (let i = 0; i < 1_000; i++) log.pay(`a${i % 5}`)
      await run(counted, { projections, batchSize: 400 }).opened
      const opening = writes
      await reached(store)
      await eventually(() => expect(commits).toEqual([2_800n, 5_600n, 7_000n]))
      for (let i = 0; i < 5; i++) await reached(store, log.pay('a'))
      expect(writes - opening).toBeLessThanOrEqual(8)
      expect(log.readings).toBe(1)
      for (const projection of projections.slice(0, 2)) expect(await documents(store, projection)).toEqual(expected())
    })

    it('go on after a restart from where they were', async () => {
      const { log, run, accounts, documents, reached, expected } = bench
      const projection = accounts()
      const first = bench.openStore()
      const before = run(first, { projections: [projection] })
      log.jumble(40)
      await reached(first)
      await before.stop()
      log.jumble(40, 9)
      const again = bench.counted(projection)
      const second = bench.openStore()
      run(second, { projections: [again.projection] })
      await reached(second)
      expect(again.events()).toBe(40)
      expect(await documents(second, projection)).toEqual(expected())
    })

    it('say where they are', async () => {
      const { log, run, accounts, reached } = bench
      const store = bench.openStore()
      const projection = accounts()
      log.jumble(10)
      const started = run(store, { projections: [projection] })
      await reached(store)
      await eventually(async () =>
        expect(await started.status()).toEqual([
          {
            projection: projection.name,
            state: 'live',
            generation: 1,
            position: 70n,
            lag: 0n,
            rebuilding: null,
            parked: 0,
            lastError: null,
          },
        ]),
      )
    })

    it('are refused where two have one name, or one handles the closing of an account', () => {
      const { run, accounts } = bench
      const projection = accounts()
      const store = bench.openStore()
      expect(() => run(store, { projections: [projection, projection] })).toThrow(/same name/)
      expect(() => run(store, { projections: [projection], closing: 'Paid' })).toThrow(/Paid/)
    })

    it('refuse the documents of another log, and of a newer version, in words that name the way out', async () => {
      const { log, logged, run, accounts, reached } = bench
      const store = bench.openStore()
      const projection = accounts()
      const first = run(store, { projections: [projection] })
      await reached(store, log.pay('a'))
      await first.stop()
      const elsewhere = run(store, { projections: [projection], log: new MemoryLog('another log') })
      await expect(elsewhere.opened).rejects.toThrow(OpeningRefused)
      await expect(elsewhere.opened).rejects.toThrow(/test log.*another log.*npm run projections -- rebuild all/s)
      const older = run(store, { projections: [{ ...projection, version: 0 }] })
      await expect(older.opened).rejects.toThrow(OpeningRefused)
      expect(await older.status()).toMatchObject([{ state: 'refused', lastError: /version 1/ }])
      expect(logged.some((line) => line.includes(`npm run projections -- rebuild ${projection.name}`))).toBe(true)
      expect((await bench.read(store, projection))?.log).toBe('test log')
    })

    it('refuse a log that was set back, at the start and while they run, until all is made anew from it', async () => {
      const { log, logged, run, accounts, documents, reached, expected } = bench
      const store = bench.openStore()
      const projection = accounts()
      const running = run(store, { projections: [projection] })
      log.jumble(40)
      await reached(store)
      expect(running.refusal()).toBeNull()
      log.setBack(25)
      const words = /position \d+ is beyond the log's end 175: this log was restored from an older backup.*rebuild all/
      await eventually(() => expect(running.refusal()?.message).toMatch(words))
      expect(await running.status()).toMatchObject([{ state: 'refused', lastError: expect.stringMatching(words) }])
      const another = run(bench.openStore(), { projections: [projection] })
      await another.opened
      expect(another.refusal()?.message).toMatch(words)
      await another.stop()
      expect(logged.filter((line) => words.test(line))).toHaveLength(2)

      await bench.startOver(store, [projection])
      await eventually(() => expect(running.refusal()).toBeNull())
      await eventually(async () => expect(await store.position()).toBe(await log.head()))
      expect(await documents(store, projection)).toEqual(expected())
      log.pay('a')
      await reached(store)
      expect(await documents(store, projection)).toEqual(expected())
      expect(await running.status()).toMatchObject([{ state: 'live', lastError: null }])
    })

    it('refuse a log that was set back and outgrew what was made from it before they looked', async () => {
      const { log, run, follow, accounts, documents, reached, expected } = bench
      const store = bench.openStore()
      const projection = accounts()
      const running = run(store, { projections: [projection] })
      log.jumble(40)
      await reached(store)
      const before = await documents(store, projection)
      log.setBack(25)
      log.jumble(40, 2)
      const words =
        /position 280 does not hold the event any more that was read there: this log was restored from an older/
      await eventually(() => expect(running.refusal()?.message).toMatch(words))
      expect(await documents(store, projection)).toEqual(before)
      expect(await store.position()).toBe(280n)
      const others = [run(bench.openStore(), { projections: [projection] }), follow(bench.openStore(), [projection])]
      for (const another of others) {
        await another.opened
        expect(another.refusal()?.message).toMatch(words)
      }

      await bench.startOver(store, [projection])
      for (const one of [running, ...others]) await eventually(() => expect(one.refusal()).toBeNull())
      await reached(store)
      await eventually(async () => expect(await documents(store, projection)).toEqual(expected()))
    })

    it('are followed also by a process that does not know them: by the names that are stored', async () => {
      const { log, run, follow, accounts, reached } = bench
      const store = bench.openStore()
      const projection = accounts()
      const follower = follow(bench.openStore())
      run(store, { projections: [projection] })
      log.jumble(20)
      await reached(store)
      await follower.opened
      await eventually(async () =>
        expect(await follower.status()).toMatchObject([{ projection: projection.name, state: 'standby', lag: 0n }]),
      )
    })

    it('begin what is built beside anew where the log was set back since', async () => {
      const { log, run, accounts, documents, reached, expected } = bench
      const store = bench.openStore()
      const projection = accounts()
      const first = run(store, { projections: [projection] })
      log.jumble(20)
      await reached(store)
      await first.stop()
      const newer = { ...projection, version: 2 }
      const generation = await askForRebuild(store, newer, await log.identity())
      const building = (await store.checkpoints()).filter((one) => one.generation === generation)
      const last = { position: 70n, id: 'an event that is there no more' }
      expect(await store.move(building, { position: 70n, last })).toBe(true)
      run(store, { projections: [newer] })
      await eventually(async () => expect((await bench.read(store, projection))?.generation).toBe(3))
      expect(await documents(store, projection)).toEqual(expected())
    })

    it('take a checkpoint that no event is kept with as it is, and keep one with the next commit', async () => {
      const { log, run, accounts, documents, reached, expected } = bench
      const store = bench.openStore()
      const projection = accounts()
      const first = run(store, { projections: [projection] })
      log.jumble(20)
      await reached(store)
      await first.stop()
      const known = await bench.read(store, projection)
      expect(known?.last).toEqual(lastPlace(log.events))
      expect(known && (await store.put(known, { ...known, last: null }))).toBe(true)
      const second = run(store, { projections: [projection] })
      await second.opened
      expect(second.refusal()).toBeNull()
      await reached(store, log.pay('a'))
      expect((await bench.read(store, projection))?.last).toEqual(lastPlace(log.events))
      expect(await documents(store, projection)).toEqual(expected())
    })

    describe('whatever fails', () => {
      it.each([1, 2, 3])(
        'apply every event once though commits break before and after the checkpoint (%i)',
        async (seed) => {
          const { log, run, accounts, documents, reached, expected } = bench
          const random = repeatable(seed)
          let broken = 0
          const store = bench.openFragileStore(() => {
            if (broken >= 25 || random(3) !== 0) return null
            broken++
            return random(2) === 0 ? 'before' : 'after'
          })
          const projection = accounts()
          run(store, { projections: [projection], batchSize: 4 })
          log.jumble(some() / 2, seed)
          for (let i = 0; i < 10; i++) await reached(store, log.pay(`a${i}`))
          await reached(store)
          expect(await documents(store, projection)).toEqual(expected())
          expect(broken).toBeGreaterThan(0)
        },
      )

      it('apply every event once though runners die at any moment and are started again', async () => {
        const { log, run, accounts, documents, reached, expected } = bench
        const projections = [accounts(), accounts()] as const
        const random = repeatable(5)
        let dead = 0
        for (let i = 0; i < 12; i++) {
          let life: ReturnType<typeof run> | null = null
          // A process that dies may have written documents and not moved the checkpoint.
          const store = bench.openFragileStore(() => {
            if (random(4) !== 0) return null
            dead++
            void life?.stop()
            return random(2) === 0 ? 'before' : 'after'
          })
          life = run(store, { projections, batchSize: 5 })
          log.jumble(12, i + 1)
          await Promise.race([life.done, store.waitFor(await log.head(), 15_000)])
          await life.stop()
        }
        const store = bench.openStore()
        run(store, { projections })
        await reached(store)
        for (const projection of projections) expect(await documents(store, projection)).toEqual(expected())
        expect(dead).toBeGreaterThan(0)
      })

      it('know their own commit again when only the answer got lost, and do not wait for another runner', async () => {
        const { log, run, accounts, documents, reached, expected } = bench
        let breakages = 0
        const store = bench.openFragileStore(() => (breakages++ % 3 === 1 ? 'after' : null))
        const projection = accounts()
        run(store, { projections: [projection], takeOverMs: 120_000 })
        for (let i = 0; i < 6; i++) await reached(store, log.pay('a'))
        expect(await documents(store, projection)).toEqual(expected())
      })

      it('wait for a store that is away, say so once, and go on by themselves', async () => {
        const { log, logged, run, accounts, documents, reached, expected } = bench
        const store = bench.openStore()
        let away = 0
        const outage: ReadModelStore = {
          ...store,
          move: async (...moved) => {
            if (away-- > 0) throw new StoreUnavailable('the store')
            return store.move(...moved)
          },
        }
        const projection = accounts()
        const started = run(outage, { projections: [projection] })
        await started.opened
        away = Number.POSITIVE_INFINITY
        log.pay('a')
        await eventually(async () =>
          expect((await started.status())[0]?.lastError).toMatch(/the store cannot be reached/),
        )
        away = 0
        await reached(store)
        await eventually(async () => expect((await started.status())[0]?.lastError).toBeNull())
        expect(logged.filter((line) => line.includes('cannot be reached'))).toHaveLength(1)
        expect(await documents(store, projection)).toEqual(expected())
      })

      it('wait for a store and a log that are away when they start', async () => {
        const { log, run, accounts, documents, reached, expected } = bench
        const store = bench.openStore()
        let storeAway = 2
        let logAway = 2
        const late: ReadModelStore = {
          ...store,
          checkpoints: async () => {
            if (storeAway-- > 0) throw new StoreUnavailable('the store')
            return store.checkpoints()
          },
        }
        const lateLog = {
          identity: () => log.identity(),
          batches: (options: BatchesOptions) => log.batches(options),
          end: () => log.end(),
          idAt: (position: bigint) => log.idAt(position),
          head: async () => {
            if (logAway-- > 0) throw new StoreUnavailable('the log')
            return log.head()
          },
        }
        const projection = accounts()
        log.pay('a')
        run(late, { projections: [projection], log: lateLog })
        await reached(store)
        expect(await documents(store, projection)).toEqual(expected())
      })

      it('read the log again when the reading fails', async () => {
        const { log, run, accounts, documents, reached, expected } = bench
        const store = bench.openStore()
        let failures = 0
        const brittle = {
          identity: () => log.identity(),
          head: () => log.head(),
          end: () => log.end(),
          idAt: (position: bigint) => log.idAt(position),
          async *batches(options: BatchesOptions) {
            for await (const batch of log.batches(options)) {
              yield batch
              if (failures++ < 1) throw new Error('the feed broke')
            }
          },
        }
        const projection = accounts()
        run(store, { projections: [projection], log: brittle, batchSize: 2 })
        log.jumble(20)
        await reached(store)
        expect(await documents(store, projection)).toEqual(expected())
      })

      it('come to rest when they are told to, also while a store is away', async () => {
        const { logged, run, accounts } = bench
        const store = bench.openStore()
        const away: ReadModelStore = { ...store, checkpoints: () => Promise.reject(new StoreUnavailable('the store')) }
        const started = run(away, { projections: [accounts()] })
        await eventually(() => expect(logged).toHaveLength(1))
        await started.stop()
        expect((await started.status())[0]?.state).toBe('stopped')
      })
    })

    describe('one that fails for ever', () => {
      const brokenFor = (store: ReadModelStore, model: string) => {
        const state = { broken: true }
        const partly: ReadModelStore = {
          ...store,
          move: async (checkpoints, to, work = NO_WORK) => {
            if (state.broken && work.changes.some((change) => change.model === model))
              throw new Error(`no room for ${model}`)
            return store.move(checkpoints, to, work)
          },
        }
        return { state, partly }
      }

      it('stops no other projection, says so, and joins the others again when it can', async () => {
        const { log, logged, run, accounts, documents, reached, expected } = bench
        const store = bench.openStore()
        const [sound, ill] = [accounts(), accounts()]
        const { state, partly } = brokenFor(store, ill.name)
        state.broken = false
        const started = run(partly, { projections: [ill, sound] })
        log.jumble(20)
        await reached(store)
        state.broken = true
        log.jumble(20, 2)
        await reached(store, await log.head(), [sound])
        expect(await documents(store, sound)).toEqual(expected())
        // A reader of both projections waits for the one that is behind.
        expect(await store.position([sound, ill])).toBe(await store.position([ill]))
        expect(await store.waitFor(await log.head(), 10, [sound, ill])).toBe(false)
        await eventually(async () =>
          expect(await started.status()).toMatchObject([
            { state: 'frozen', lastError: expect.stringContaining('no room') },
            { state: 'live', lag: 0n },
          ]),
        )
        expect(logged.some((line) => line.includes(`${ill.name} cannot go on`))).toBe(true)
        for (let i = 0; i < 5; i++) await reached(store, log.pay('a'), [sound])
        expect(await documents(store, sound)).toEqual(expected())
        // The projection still shows its documents from before the failure.
        expect(await documents(store, ill)).toEqual(expected(log.events.slice(0, 20)))

        state.broken = false
        await eventually(async () => expect(await documents(store, ill)).toEqual(expected()))
        await eventually(async () => expect((await started.status()).map((one) => one.state)).toEqual(['live', 'live']))
        await reached(store, log.pay('b'))
        expect(await documents(store, ill)).toEqual(expected())
      })

      it('stays apart in a restart, and loses nothing', async () => {
        const { log, run, accounts, documents, reached, expected } = bench
        const store = bench.openStore()
        const [sound, ill] = [accounts(), accounts()]
        const { partly } = brokenFor(store, ill.name)
        const first = run(partly, { projections: [ill, sound] })
        log.jumble(20)
        await reached(store, await log.head(), [sound])
        await first.stop()
        log.jumble(20, 3)
        const mended = bench.openStore()
        run(mended, { projections: [ill, sound] })
        await reached(mended, await log.head(), [sound])
        expect(await documents(mended, sound)).toEqual(expected())
        await eventually(async () => expect(await documents(mended, ill)).toEqual(expected()))
      })
    })
  })
}
