import type { Recorded } from '@pathlight/event-log/event-log.ts'
import { expect } from 'vitest'
import { followProjections } from '../src/follow-projections.ts'
import { parkedStreams } from '../src/parked-streams.ts'
import type { RunningProjections } from '../src/projection-status.ts'
import type { Group, ReadModelStore } from '../src/read-model-store.ts'
import { type RunProjectionsOptions, runProjections } from '../src/run-projections.ts'
import {
  type Account,
  type AccountsProjection,
  accountsProjection,
  expectedAccounts,
  MemoryLog,
} from './accounts.contract.ts'
import type { Breakage, ReadModelSpace } from './world.contract.ts'

/** The store, telling of each group that has moved in it. */
export const tellingOfCommits = (store: ReadModelStore, onCommit: (group: Group) => void): ReadModelStore => ({
  ...store,
  write: async (before, after, work) => {
    const written = await store.write(before, after, work)
    if (written && before !== null && after.position > before.position) onCommit(after)
    return written
  },
})

/** Everything a test of the runner needs, of its own; `end` stops what was started. */
export function runnerBench(space: ReadModelSpace) {
  const log = new MemoryLog()
  const running: { stop: AbortController; started: RunningProjections }[] = []
  const logged: string[] = []
  let names = 0
  const logger = {
    info: (_: object, message: string) => logged.push(message),
    warn: (_: object, message: string) => logged.push(message),
    error: (_: object, message: string) => logged.push(message),
  }
  return {
    log,
    logged,
    openStore: () => space.openStore(),
    openFragileStore: (next: () => Breakage) => space.openFragileStore(next),
    accounts: (changed: Partial<AccountsProjection> = {}) => accountsProjection(`accounts_${++names}`, changed),
    /** The same projection, and how many events it was asked about. */
    counted(projection: AccountsProjection) {
      const seen = new Set<bigint>()
      const ids: AccountsProjection['ids'] = (event) => {
        seen.add(event.metadata.globalPosition)
        return projection.ids(event)
      }
      return { projection: { ...projection, ids }, events: () => seen.size }
    },
    run(store: ReadModelStore, options: Pick<RunProjectionsOptions, 'projections'> & Partial<RunProjectionsOptions>) {
      const stop = new AbortController()
      const started = runProjections({
        log,
        store,
        logger,
        closing: 'AccountClosed',
        takeOverMs: 200,
        signal: stop.signal,
        ...options,
      })
      running.push({ stop, started })
      return {
        ...started,
        /** Ends as a process ends. */
        async stop() {
          stop.abort()
          await started.done
        },
      }
    },
    /** As a process has it that runs no projections. */
    follow(store: ReadModelStore, projections: RunProjectionsOptions['projections'] = []) {
      const stop = new AbortController()
      const started = followProjections({ log, store, logger, projections, signal: stop.signal })
      running.push({ stop, started })
      return started
    },
    documents: (store: ReadModelStore, projection: AccountsProjection): Promise<Account[]> =>
      store.collection(projection).find(),
    expected: (events: readonly Recorded[] = log.events) => expectedAccounts(events),
    async reached(store: ReadModelStore, position?: bigint) {
      expect(await store.waitFor(position ?? (await log.head()), 15_000)).toBe(true)
    },
    parked: async (store: ReadModelStore) =>
      (await Promise.all((await store.groups()).map((group) => parkedStreams(store, group)))).flat(),
    async end() {
      log.letGo()
      for (const { stop } of running) stop.abort()
      await Promise.all(running.map(({ started }) => started.done))
      await space.close()
    },
  }
}
