import type { ChannelListener } from '@pathlight/stores/channel-listener.ts'
import { eventually } from '@pathlight/testing/eventually.ts'
import { expect, it } from 'vitest'
import { watchLiveCheckpoints } from './live-checkpoints.ts'
import type { Checkpoint } from './read-model-store.ts'

const accounts = { name: 'accounts', generation: 1, version: 1, live: true, log: 'log', position: 14n, last: null }
/** Checkpoints whose connection for signals can be cut. */
const watched = (loadAll: () => Promise<readonly Checkpoint[]>) => {
  let hearing: Required<ChannelListener> | undefined
  const signals = {
    listen: (listener: Required<ChannelListener>) => {
      hearing = listener
    },
    publish: () => {},
    close: async () => {},
  }
  return { live: watchLiveCheckpoints(loadAll, signals), cut: () => hearing?.onLost() }
}

it('the position is the one read from the store where the connection is lost right after the read', async () => {
  const { live, cut } = watched(async () => [accounts])
  live.onMove(cut)
  expect(await live.position(undefined)).toBe(14n)
  await live.close()
})

it('a load from before the connection was lost answers nobody, also where it ends last', async () => {
  const loads: PromiseWithResolvers<readonly Checkpoint[]>[] = []
  const { live, cut } = watched(() => {
    const load = Promise.withResolvers<readonly Checkpoint[]>()
    loads.push(load)
    return load.promise
  })
  const before = live.position(undefined)
  cut()
  const after = live.position(undefined)
  expect(loads).toHaveLength(2)
  loads[1]?.resolve([{ ...accounts, position: 15n }])
  expect(await after).toBe(15n)
  loads[0]?.resolve([accounts])
  // The first caller's load is repeated.
  await eventually(() => expect(loads).toHaveLength(3))
  loads[2]?.resolve([{ ...accounts, position: 16n }])
  expect(await before).toBe(16n)
  expect(await live.waitFor(16n, 0, undefined)).toBe(true)
  await live.close()
})
