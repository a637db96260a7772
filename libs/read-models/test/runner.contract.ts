import type { Recorded } from '@pathlight/event-log/event-log.ts'
import { expect } from 'vitest'
import { followProjections } from '../src/follow-projections.ts'
import { startOver } from '../src/opening.ts'
import { parkedStreams } from '../src/parked-streams.ts'
import type { RunningProjections } from '../src/projection-status.ts'
import { type Checkpoint, type Named, type ReadModelStore, whatIsRead } from '../src/read-model-store.ts'
import { type RunProjectionsOptions, runProjections } from '../src/run-projections.ts'
import {
  type Account,
  type AccountsProjection,
  accountsProjection,
  expectedAccounts,
  MemoryLog,
} from './accounts.contract.ts'
import type { Breakage, ReadModelSpace } from './world.contract.ts'

/** Wraps a store. Calls `onCommit` after each commit, with the checkpoints as they were before they moved. */
export const tellingOfCommits = (
  store: ReadModelStore,
  onCommit: (moved: readonly Checkpoint[], position: bigint) => void,
): ReadModelStore => ({
  ...store,
  move: async (checkpoints, to, work) => {
    const moved = await store.move(checkpoints, to, work)
    if (moved) onCommit(checkpoints, to.position)
    return moved
  },
})

/** A log, a store and runners for one test. `end` stops all runners. */
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
    /** Wraps a projection. `events` counts the events that it was given. */
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
        /** Ends the runner as the end of its process does. */
        async stop() {
          stop.abort()
          await started.done
        },
      }
    },
    /** Follows the projections, as a process does that runs no projections. */
    follow(store: ReadModelStore, projections: RunProjectionsOptions['projections'] = []) {
      const stop = new AbortController()
      const started = followProjections({ log, store, logger, projections, signal: stop.signal })
      running.push({ stop, started })
      return started
    },
    documents: (store: ReadModelStore, projection: AccountsProjection): Promise<Account[]> =>
      store.collection(projection).find(),
    expected: (events: readonly Recorded[] = log.events) => expectedAccounts(events),
    async reached(store: ReadModelStore, position?: bigint, of?: Named) {
      expect(await store.waitFor(position ?? (await log.head()), 60_000, of)).toBe(true)
    },
    parked: async (store: ReadModelStore) => parkedStreams(store, whatIsRead(await store.checkpoints()).values()),
    /** The checkpoint of the live generation. */
    read: async (store: ReadModelStore, { name }: { readonly name: string }) =>
      whatIsRead(await store.checkpoints()).get(name),
    /** Rebuilds everything, as the operator can. */
    async startOver(store: ReadModelStore, projections: RunProjectionsOptions['projections']) {
      const steps = startOver(await store.checkpoints(), await store.stored(), projections, await log.identity())
      for (const { before, after } of steps) expect(await store.put(before, after)).toBe(true)
    },
    async end() {
      log.letGo()
      for (const { stop } of running) stop.abort()
      await Promise.all(running.map(({ started }) => started.done))
      await space.close()
    },
  }
}
