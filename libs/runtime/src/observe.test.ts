import { translate } from '@pathlight/engine-postgres/connection/pool.ts'
import { toProblem } from '@pathlight/http/error-mapping.ts'
import type { ProjectionStatus, RunningProjections } from '@pathlight/read-models/projection-status.ts'
import { hasFullDisk, StoreUnavailable } from '@pathlight/stores/store-unavailable.ts'
import { describe, expect, it } from 'vitest'
import type { Stores } from './engines.ts'
import { gaugesOf, readinessOf } from './observe.ts'

const stores = {
  pings: { 'the log': async () => 'there' },
  hasFullDisk: () => false,
  jobs: { failed: async () => 2 },
} as unknown as Stores
const live: ProjectionStatus = {
  ...{ projection: 'notes', state: 'live', generation: 3, position: 90n, lag: 10n },
  ...{ rebuilding: null, parked: 0, lastError: null },
}
const projecting = (...status: readonly ProjectionStatus[]) =>
  ({ status: async () => [...status] }) as unknown as RunningProjections
/** The status of a projection that failed repeatedly and is being rebuilt. */
const frozen: ProjectionStatus = {
  ...live,
  ...{ projection: 'sermons', state: 'frozen', rebuilding: 40n, lastError: 'Error: no room' },
}

describe('where a projection stands', () => {
  it('is told to the operator for each, with why, and one that failed keeps no reader from the others', async () => {
    expect(await readinessOf(stores, projecting({ ...live, parked: 1 }, frozen))()).toEqual({
      ready: true,
      parts: {
        'the log': 'answers',
        notes: 'live, 1 parked',
        sermons: 'frozen, a new generation is being built, Error: no room',
        jobs: '2 failed',
      },
    })
  })

  it('keeps the app from being ready while a store says that its disk is full, and says so', async () => {
    const full = {
      pings: { 'a full store': async () => 'there' },
      hasFullDisk,
      jobs: { failed: async () => 0 },
    } as unknown as Stores
    const ready = readinessOf(full, projecting(live))
    expect(await ready()).toMatchObject({ ready: true })
    const cause = Object.assign(new Error('could not extend file: No space left on device'), { code: '53100' })
    const error = translate(cause) as Error
    expect(error.message).toBe('PostgreSQL has no room left on its disk')
    expect(toProblem(error)).toMatchObject({ status: 503, code: 'disk_full' })
    expect(toProblem(new StoreUnavailable('a full store', new Error('refused')))).toMatchObject({
      code: 'store_unavailable',
    })
    expect(await ready()).toMatchObject({ ready: true })
    expect(new StoreUnavailable('a full store', cause).hasFullDisk).toBe(true)
    expect(await ready()).toMatchObject({
      ready: false,
      parts: { 'a full store': 'has no room left on its disk' },
    })
  })

  it.each(['opening', 'catching up', 'building', 'refused', 'stopped'] as const)(
    'keeps the app from being ready while it is %s',
    async (state) => {
      expect(await readinessOf(stores, projecting(live, { ...frozen, state }))()).toMatchObject({ ready: false })
    },
  )

  it('is a figure for each, from which alerts are made', async () => {
    const gauges = await gaugesOf(stores, projecting(live, frozen), { count: async () => 3 })()
    const figures = Object.fromEntries(
      gauges.map(({ name, values }) => [name, values.map(({ labels, value }) => [labels?.projection, value])]),
    )
    expect(figures).toEqual({
      pathlight_projection_lag_positions: [
        ['notes', 10],
        ['sermons', 10],
      ],
      pathlight_projection_frozen: [
        ['notes', 0],
        ['sermons', 1],
      ],
      pathlight_projection_generation: [
        ['notes', 3],
        ['sermons', 3],
      ],
      pathlight_projection_parked_streams: [
        ['notes', 0],
        ['sermons', 0],
      ],
      pathlight_contact_messages_kept: [[undefined, 3]],
      pathlight_jobs_failed: [[undefined, 2]],
    })
  })
})
