import type { ChannelListener } from '@pathlight/stores/channel-listener.ts'
import { expect, it } from 'vitest'
import { watchLiveCheckpoints } from './live-checkpoints.ts'

it('the position is the one read from the store where the connection is lost right after the read', async () => {
  const accounts = { name: 'accounts', generation: 1, version: 1, live: true, log: 'log', position: 14n, last: null }
  let hearing: Required<ChannelListener> | undefined
  const signals = {
    listen: (listener: Required<ChannelListener>) => {
      hearing = listener
    },
    publish: () => {},
    close: async () => {},
  }
  const live = watchLiveCheckpoints(async () => [accounts], signals)
  live.onMove(() => hearing?.onLost())
  expect(await live.position(undefined)).toBe(14n)
  await live.close()
})
