import type { BatchesOptions, Recorded } from '@pathlight/event-log/event-log.ts'
import { StoreUnavailable } from '@pathlight/stores/store-unavailable.ts'
import { eventually } from '@pathlight/testing/eventually.ts'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import {
  type Account,
  type AccountsProjection,
  accountsProjection,
  expectedAccounts,
  MemoryLog,
  repeatable,
} from './accounts.contract.ts'
import { parkedStreams } from './parked-streams.ts'
import type { CommitReport } from './projection-runner.ts'
import type { ReadModelWorld } from './read-model-store.contract.ts'
import { ReadModelOfNewerVersion, type ReadModelStore } from './read-model-store.ts'
import { type RunningProjections, type RunProjectionsOptions, rebuild, runProjections } from './run-projection.ts'

/** What every runner must do, whatever keeps the documents. */
export function runProjectionContract(engine: string, openWorld: () => Promise<ReadModelWorld>): void {
  describe(`projections run over ${engine}`, () => {
    let world: ReadModelWorld
    let log: MemoryLog
    let stop: AbortController
    let running: RunningProjections[]
    let stores: ReadModelStore[]
    let names = 0
    /** Events of one test. */
    let some: number
    const logged: string[] = []

    beforeAll(async () => {
      world = await openWorld()
      some = Math.min(world.many, 240)
    })
    afterAll(async () => {
      await world?.close()
    })
    beforeEach(() => {
      log = new MemoryLog()
      stop = new AbortController()
      running = []
      stores = []
      logged.length = 0
    })
    afterEach(async () => {
      stop.abort()
      await Promise.all(running.map(({ done }) => done))
      await Promise.all(stores.map((store) => store.close()))
    })

    const openStore = () => {
      const store = world.openStore()
      stores.push(store)
      return store
    }
    const logger = {
      info: (_: object, message: string) => logged.push(message),
      warn: (_: object, message: string) => logged.push(message),
      error: (_: object, message: string) => logged.push(message),
    }
    const run = (
      store: ReadModelStore,
      options: Pick<RunProjectionsOptions, 'projections'> & Partial<RunProjectionsOptions>,
    ) => {
      const started = runProjections({ log, store, signal: stop.signal, logger, takeOverMs: 200, ...options })
      running.push(started)
      return started
    }
    const accounts = (changed: Partial<AccountsProjection> = {}) => accountsProjection(`accounts_${++names}`, changed)
    const documents = async (store: ReadModelStore, { collection }: { collection: string }) =>
      (await store.collection<Account>(collection).find()) as Account[]
    const expected = (events: readonly Recorded[] = log.events) => expectedAccounts(events)
    const reached = async (store: ReadModelStore, { name }: { name: string }, position?: bigint) => {
      expect(await store.waitFor(name, position ?? (await log.head()), 15_000)).toBe(true)
    }
    const pay = (account: string, amount = 1) => log.pay(account, amount)
    const jumble = (count: number, seed = 1) => log.jumble(count, seed)

    it('turns the log into documents, and follows it', async () => {
      const store = openStore()
      const projection = accounts()
      jumble(some)
      await run(store, { projections: [projection] }).opened
      await reached(store, projection)
      expect(await documents(store, projection)).toEqual(expected())
      for (let i = 0; i < 10; i++) {
        await reached(store, projection, pay('a1', 1_000))
        expect(await documents(store, projection)).toEqual(expected())
      }
    })

    it('gives the same documents live, step by step, as rebuilt in one go', async () => {
      const store = openStore()
      const projection = accounts()
      run(store, { projections: [projection], batchSize: 3 })
      for (let i = 0; i < 8; i++) {
        jumble(Math.ceil(some / 8), i + 1)
        await reached(store, projection)
      }
      const live = await documents(store, projection)
      await rebuild(store, projection)
      await eventually(async () => expect(await store.checkpoint(projection.name)).toBe(await log.head()))
      expect(live).toEqual(expected())
      expect(await documents(store, projection)).toEqual(live)
    })

    it('moves the checkpoint past events it does not handle', async () => {
      const store = openStore()
      const projection = accounts({ handles: ['Closed'] })
      run(store, { projections: [projection] })
      pay('a')
      await reached(store, projection, pay('b'))
      expect(await documents(store, projection)).toEqual([])
    })

    it('commits much at once when it catches up, and reads the log once for all projections', async () => {
      const store = openStore()
      const projections = [accounts(), accounts(), accounts()]
      for (let i = 0; i < 1_000; i++) pay(`a${i % 5}`)
      const commits: CommitReport[] = []
      run(store, { projections, onCommit: (report) => commits.push(report), batchSize: 400 })
      for (const projection of projections) await reached(store, projection)
      await eventually(() => expect(commits.reduce((sum, { events }) => sum + events, 0)).toBe(3_000))
      expect(log.readings).toBe(1)
      expect(Math.max(...commits.map(({ events }) => events))).toBeGreaterThanOrEqual(400)
      for (const projection of projections) expect(await documents(store, projection)).toEqual(expected())
    })

    it('goes on after a restart from where it was', async () => {
      const projection = accounts()
      const first = openStore()
      const firstRun = new AbortController()
      const before = run(first, { projections: [projection], signal: firstRun.signal })
      jumble(40)
      await reached(first, projection)
      firstRun.abort()
      await before.done
      jumble(40, 9)
      const commits: CommitReport[] = []
      const second = openStore()
      run(second, { projections: [projection], onCommit: (report) => commits.push(report) })
      await reached(second, projection)
      await eventually(() => expect(commits.reduce((sum, { events }) => sum + events, 0)).toBe(40))
      expect(await documents(second, projection)).toEqual(expected())
    })

    describe('whatever fails', () => {
      it.each([1, 2, 3])(
        'applies every event once though commits break before and after the checkpoint (%i)',
        async (seed) => {
          const random = repeatable(seed)
          let broken = 0
          const store = world.openFragileStore(() => {
            if (broken >= 25 || random(3) !== 0) return null
            broken++
            return random(2) === 0 ? 'before' : 'after'
          })
          stores.push(store)
          const projection = accounts()
          run(store, { projections: [projection], batchSize: 4 })
          jumble(some / 2, seed)
          for (let i = 0; i < 10; i++) await reached(store, projection, pay(`a${i}`))
          await reached(store, projection)
          expect(await documents(store, projection)).toEqual(expected())
          expect(broken).toBeGreaterThan(0)
        },
      )

      it('applies every event once though runners die at any moment and are started again', async () => {
        const projection = accounts()
        const random = repeatable(5)
        let dead = 0
        for (let i = 0; i < 12; i++) {
          const life = new AbortController()
          // What a process that dies leaves behind: sometimes documents without their checkpoint.
          const store = world.openFragileStore(() => {
            if (random(4) !== 0) return null
            dead++
            life.abort()
            return random(2) === 0 ? 'before' : 'after'
          })
          stores.push(store)
          const lived = run(store, { projections: [projection], signal: life.signal, batchSize: 5 })
          jumble(12, i + 1)
          await Promise.race([lived.done, store.waitFor(projection.name, await log.head(), 15_000)])
          life.abort()
          await lived.done
        }
        const store = openStore()
        run(store, { projections: [projection] })
        await reached(store, projection)
        expect(await documents(store, projection)).toEqual(expected())
        expect(dead).toBeGreaterThan(0)
      })

      it('knows its own commit again when only the answer got lost, and does not wait for another runner', async () => {
        let breakages = 0
        const store = world.openFragileStore(() => (breakages++ % 3 === 1 ? 'after' : null))
        stores.push(store)
        const projection = accounts()
        run(store, { projections: [projection], takeOverMs: 120_000 })
        for (let i = 0; i < 6; i++) await reached(store, projection, pay('a'))
        expect(await documents(store, projection)).toEqual(expected())
      })

      it('waits for a store that is away, says so once, and goes on by itself', async () => {
        const store = openStore()
        let away = 4
        const outage: ReadModelStore = {
          ...store,
          commit: async (...commit) => {
            if (away-- > 0) throw new StoreUnavailable('the store')
            return store.commit(...commit)
          },
        }
        const projection = accounts()
        const started = run(outage, { projections: [projection] })
        pay('a')
        await eventually(async () =>
          expect((await started.status())[0]?.lastError).toMatch(/the store cannot be reached/),
        )
        await reached(store, projection)
        await eventually(async () => expect((await started.status())[0]?.lastError).toBeNull())
        expect(logged.filter((line) => line.includes('cannot be reached'))).toHaveLength(1)
        expect(await documents(store, projection)).toEqual(expected())
      })

      it('waits for a store and a log that are away when it starts', async () => {
        const store = openStore()
        let storeAway = 2
        let logAway = 2
        const late: ReadModelStore = {
          ...store,
          open: async (...opening) => {
            if (storeAway-- > 0) throw new StoreUnavailable('the store')
            return store.open(...opening)
          },
        }
        const lateLog = {
          identity: () => log.identity(),
          batches: (options: BatchesOptions) => log.batches(options),
          head: async () => {
            if (logAway-- > 0) throw new StoreUnavailable('the log')
            return log.head()
          },
        }
        const projection = accounts()
        pay('a')
        run(late, { projections: [projection], log: lateLog })
        await reached(store, projection)
        expect(await documents(store, projection)).toEqual(expected())
      })

      it('reads the log again when the reading fails', async () => {
        const store = openStore()
        let failures = 0
        const brittle = {
          identity: () => log.identity(),
          head: () => log.head(),
          async *batches(options: BatchesOptions) {
            for await (const batch of log.batches(options)) {
              yield batch
              if (failures++ < 1) throw new Error('the feed broke')
            }
          },
        }
        const projection = accounts()
        run(store, { projections: [projection], log: brittle, batchSize: 2 })
        jumble(20)
        await reached(store, projection)
        expect(await documents(store, projection)).toEqual(expected())
      })

      it('comes to rest when it is told to, also while a store is away', async () => {
        const store = openStore()
        const away: ReadModelStore = { ...store, open: () => Promise.reject(new StoreUnavailable('the store')) }
        const started = run(away, { projections: [accounts()] })
        await eventually(() => expect(logged).toHaveLength(1))
        stop.abort()
        await started.done
        expect((await started.status())[0]?.state).toBe('stopped')
      })
    })

    describe('an event that cannot be applied', () => {
      const poisonous = (changed: Partial<AccountsProjection> = {}) => {
        const sound = accounts(changed)
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
        const store = openStore()
        const { projection, tries } = poisonous()
        const started = run(store, { projections: [projection] })
        pay('good')
        pay('bad', 1)
        const poison = pay('bad', 666)
        pay('good')
        pay('bad', 5)
        await reached(store, projection, pay('bad', 6))
        expect(tries()).toBe(3)
        expect(await documents(store, projection)).toMatchObject([
          { account: 'bad', sum: 1 },
          { account: 'good', sum: 2 },
        ])
        expect(await parkedStreams(store, [projection])).toEqual([
          {
            projection: projection.name,
            stream: 'account-bad',
            position: String(poison),
            eventType: 'Paid',
            error: 'TypeError: no such amount: 666',
            since: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
            skipped: 2,
          },
        ])
        await eventually(async () => expect((await started.status())[0]?.parked).toBe(1))
        await eventually(() =>
          expect(logged.filter((line) => line.includes('parked the stream account-bad'))).toHaveLength(1),
        )
      })

      it('is applied to none of its documents when it fails for one', async () => {
        const store = openStore()
        const { projection } = poisonous()
        run(store, { projections: [projection] })
        pay('innocent')
        await reached(
          store,
          projection,
          log.append('transfer', { type: 'Moved', data: { from: 'innocent', to: 'x', amount: 666 } }),
        )
        expect(await documents(store, projection)).toMatchObject([{ account: 'innocent', sum: 1 }])
      })

      it('parks also when it cannot even say its documents', async () => {
        const store = openStore()
        const projection = accounts({
          ids: (event) => {
            if ('account' in event.data) return event.data.account
            throw new Error('whose?')
          },
        })
        run(store, { projections: [projection] })
        pay('a')
        log.append('transfer', { type: 'Moved', data: { from: 'a', to: 'b', amount: 1 } })
        await reached(store, projection, pay('a'))
        expect(await documents(store, projection)).toMatchObject([{ account: 'a', sum: 2 }])
        expect(await parkedStreams(store, [projection])).toMatchObject([{ stream: 'transfer', error: 'Error: whose?' }])
      })

      it.each(['a.b', 'x'])('parks alone when its document cannot be kept, in the midst of many (%s)', async (key) => {
        const store = openStore()
        const sound = accounts()
        const projection: AccountsProjection = {
          ...sound,
          evolve: (doc, event, id) => {
            const next = { ...doc, ...sound.evolve(doc, event, id) }
            const poisoned = 'amount' in event.data && event.data.amount === 666
            return { ...next, ...(poisoned && { [key]: key === 'x' ? Number.NaN : 1 }) } as Account
          },
        }
        for (let i = 0; i < 30; i++) pay(`a${i % 4}`)
        const poison = pay('bad', 666)
        for (let i = 0; i < 30; i++) pay(`a${i % 4}`)
        pay('bad')
        run(store, { projections: [projection] })
        await reached(store, projection)
        expect(await parkedStreams(store, [projection])).toMatchObject([
          {
            stream: 'account-bad',
            position: String(poison),
            error: expect.stringContaining('InvalidDocument'),
            skipped: 1,
          },
        ])
        expect(await documents(store, projection)).toEqual(
          expected(log.events.filter(({ metadata }) => metadata.streamName !== 'account-bad')),
        )
      })

      it('stays parked after a restart, and what is skipped goes on being counted', async () => {
        const { projection } = poisonous()
        for (let life = 0; life < 3; life++) {
          const store = openStore()
          const running = new AbortController()
          const lived = run(store, { projections: [projection], signal: running.signal })
          pay('good')
          await reached(store, projection, pay('bad', 666))
          running.abort()
          await lived.done
        }
        const store = openStore()
        expect(await parkedStreams(store, [projection])).toMatchObject([
          { stream: 'account-bad', position: '14', skipped: 2 },
        ])
        expect(await documents(store, projection)).toMatchObject([{ account: 'good', sum: 3 }])
      })

      it('is applied in its place when the definition is mended and the projection rebuilt', async () => {
        const { sound, projection } = poisonous()
        const store = openStore()
        const running = new AbortController()
        const lived = run(store, { projections: [projection], signal: running.signal })
        jumble(20)
        pay('bad', 666)
        await reached(store, projection, pay('bad', 1))
        running.abort()
        await lived.done
        expect(await parkedStreams(store, [projection])).toHaveLength(1)

        await rebuild(store, projection)
        run(store, { projections: [sound] })
        await reached(store, sound)
        expect(await parkedStreams(store, [sound])).toEqual([])
        expect(await documents(store, sound)).toEqual(expected())
      })

      it('does not park when only a store was away', async () => {
        const store = openStore()
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
        await reached(store, projection, pay('a'))
        expect(await parkedStreams(store, [projection])).toEqual([])
        expect(await documents(store, projection)).toEqual(expected())
      })

      it('is parked for its own projection only', async () => {
        const store = openStore()
        const { projection } = poisonous()
        const sound = accounts()
        run(store, { projections: [projection, sound] })
        const position = pay('bad', 666)
        await reached(store, projection, position)
        await reached(store, sound, position)
        expect(await parkedStreams(store, [projection, sound])).toMatchObject([{ projection: projection.name }])
        expect(await documents(store, sound)).toEqual(expected())
      })

      it('keeps its place in a crash: earlier events of its stream are not lost', async () => {
        const { projection } = poisonous()
        let broken = 0
        const store = world.openFragileStore(() => (broken++ < 3 ? 'before' : null))
        stores.push(store)
        pay('bad', 1)
        pay('bad', 2)
        pay('bad', 666)
        pay('bad', 4)
        run(store, { projections: [projection] })
        await reached(store, projection)
        expect(await documents(store, projection)).toMatchObject([{ account: 'bad', sum: 3, events: 2 }])
        expect(await parkedStreams(store, [projection])).toMatchObject([{ skipped: 1 }])
      })
    })

    describe('several runners', () => {
      it('share one read model: every event once, whoever wins', async () => {
        const projection = accounts()
        const [one, two, three] = [openStore(), openStore(), openStore()]
        for (const store of [one, two, three]) run(store, { projections: [projection], batchSize: 3 })
        for (let i = 0; i < 6; i++) {
          jumble(Math.ceil(some / 10), i + 1)
          await reached(one, projection)
        }
        expect(await documents(two, projection)).toEqual(expected())
      })

      it('take over from each other when one dies', async () => {
        const projection = accounts()
        const lives = [new AbortController(), new AbortController()] as const
        const store = openStore()
        const first = run(openStore(), { projections: [projection], signal: lives[0].signal })
        await reached(store, projection, pay('a'))
        run(openStore(), { projections: [projection], signal: lives[1].signal })
        for (let i = 0; i < 5; i++) await reached(store, projection, pay('a'))
        lives[0].abort()
        await first.done
        for (let i = 0; i < 5; i++) await reached(store, projection, pay('a'))
        expect(await documents(store, projection)).toEqual(expected())
        lives[1].abort()
      })

      it('stand by while another is at work', async () => {
        const projection = accounts()
        const [one, two] = [openStore(), openStore()]
        const runs = [run(one, { projections: [projection] }), run(two, { projections: [projection] })]
        const states = async () =>
          (await Promise.all(runs.map(({ status }) => status()))).map(([status]) => status?.state)
        let busy = true
        onTestFinished(() => {
          busy = false
        })
        const traffic = (async () => {
          while (busy) await reached(one, projection, pay('a'))
        })()
        await eventually(async () => expect((await states()).toSorted()).toEqual(['live', 'standby']))
        busy = false
        await traffic
        expect(await documents(one, projection)).toEqual(expected())
      })
    })

    describe('versions and resets', () => {
      it('rebuild a newer version, and stop the older one where it still runs', async () => {
        const old = accounts()
        const oldStore = openStore()
        const oldRun = run(oldStore, { projections: [old] })
        jumble(30)
        await reached(oldStore, old)

        const newer = accounts({
          name: old.name,
          version: 2,
          evolve: (doc, event, id) => {
            const next = old.evolve(doc, event, id)
            return next && { ...next, last: 'version 2' }
          },
        })
        const newStore = openStore()
        const newRun = run(newStore, { projections: [newer] })
        await newRun.opened
        await eventually(async () => expect((await newRun.status())[0]?.caughtUp).toBe(true))
        await reached(newStore, newer, pay('a1'))
        await eventually(async () =>
          expect((await oldRun.status())[0]).toMatchObject({ state: 'refused', lastError: /version 2/ }),
        )
        expect((await documents(newStore, newer)).every(({ last }) => last === 'version 2')).toBe(true)
        expect((await documents(newStore, newer)).map(({ sum }) => sum)).toEqual(expected().map(({ sum }) => sum))
      })

      it('rebuild what was reset under an idle runner, though nothing new comes', async () => {
        const projection = accounts()
        const store = openStore()
        run(store, { projections: [projection] })
        jumble(30)
        await reached(store, projection)
        await rebuild(openStore(), projection)
        await eventually(async () => expect(await documents(store, projection)).toEqual(expected()))
      })

      it('do not hold up the projections that are at the tail', async () => {
        const store = openStore()
        const [live, lagging] = [accounts(), accounts()]
        const first = new AbortController()
        const before = run(store, { projections: [live], signal: first.signal })
        jumble(30)
        await reached(store, live)
        first.abort()
        await before.done

        let open = () => {}
        log.gate = new Promise((resolve) => {
          open = resolve
        })
        const started = run(store, { projections: [live, lagging] })
        await reached(store, live, pay('a'))
        const states = async () => (await started.status()).map(({ state, caughtUp }) => ({ state, caughtUp }))
        expect(await states()).toEqual([
          { state: 'live', caughtUp: true },
          { state: 'catching up', caughtUp: false },
        ])
        open()
        await reached(store, lagging)
        await eventually(async () => expect(await states()).toEqual(Array(2).fill({ state: 'live', caughtUp: true })))
        const position = pay('b')
        await reached(store, live, position)
        await reached(store, lagging, position)
        expect(await documents(store, lagging)).toEqual(expected())
        expect(await documents(store, live)).toEqual(expected())
      })

      it('refuse in words what cannot run, and run the rest', async () => {
        const store = openStore()
        const [tooOld, fine] = [accounts(), accounts()]
        await store.open({ name: tooOld.name, version: 2, log: await log.identity() }, [tooOld.collection])
        const started = run(store, { projections: [tooOld, fine] })
        await expect(started.opened).rejects.toThrow(ReadModelOfNewerVersion)
        await reached(store, fine, pay('a'))
        expect(await started.status()).toMatchObject([
          { state: 'refused', lastError: /version 2/ },
          { state: 'live', lastError: null },
        ])
        expect(logged.some((line) => line.includes('version 2'))).toBe(true)
      })

      it('refuse the documents of another log', async () => {
        const store = openStore()
        const projection = accounts()
        const first = new AbortController()
        const before = run(store, { projections: [projection], signal: first.signal })
        await reached(store, projection, pay('a'))
        first.abort()
        await before.done
        const elsewhere = run(store, { projections: [projection], log: new MemoryLog('another log') })
        await expect(elsewhere.opened).rejects.toThrow(/test log.*another log/)
        expect(await documents(store, projection)).toHaveLength(1)
      })
    })

    it('says where it is', async () => {
      const store = openStore()
      const projection = accounts()
      jumble(10)
      const started = run(store, { projections: [projection] })
      await reached(store, projection)
      await eventually(async () =>
        expect(await started.status()).toEqual([
          {
            projection: projection.name,
            state: 'live',
            position: 70n,
            lag: 0n,
            caughtUp: true,
            parked: 0,
            lastError: null,
          },
        ]),
      )
    })

    it('refuses two projections of one name or one collection', () => {
      const projection = accounts()
      const store = openStore()
      expect(() => run(store, { projections: [projection, { ...projection, collection: 'other' }] })).toThrow(
        /same name/,
      )
      expect(() => run(store, { projections: [projection, { ...projection, name: 'other' }] })).toThrow(
        /same collection/,
      )
    })
  })
}
