import { postgresEventLog } from '@pathlight/engine-postgres/event-log/event-log.ts'
import { postgresReadModelStore } from '@pathlight/engine-postgres/read-models/read-model-store.ts'
import type { EventLog } from '@pathlight/event-log/event-log.ts'
import type { Jobs } from '@pathlight/jobs/jobs.ts'
import { openCheckpoint, placeCheckpoint } from '@pathlight/read-models/checkpoints.ts'
import { LogSetBack, type ReadModelStore } from '@pathlight/read-models/read-model-store.ts'
import { StoreUnavailable } from '@pathlight/stores/store-unavailable.ts'
import { eventually } from '@pathlight/testing/eventually.ts'
import { freshDatabase, type TestDatabase } from '@pathlight/testing/postgres.ts'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { runReactions } from './reaction.ts'

type LampJobs = { 'trim-wick': { lamp: string } }
type Added = { readonly lamp: string; readonly id: string | undefined }

describe('a reaction', () => {
  let database: TestDatabase
  let log: EventLog
  let store: ReadModelStore
  beforeAll(async () => {
    database = await freshDatabase()
    const { pool } = database
    const listener = database.listener()
    log = postgresEventLog({ pool, listener })
    store = postgresReadModelStore({ pool, listener })
  })
  afterAll(async () => {
    await log.close()
    await store.close()
    await database.drop()
  })

  const lit = (lamp: string, occurredAt = new Date()) => {
    const metadata = { messageId: crypto.randomUUID(), occurredAt: occurredAt.toISOString() }
    return { type: 'LampLit', data: { lamp }, metadata }
  }
  const light = (lamp: string, occurredAt?: Date) =>
    log.appendToStream(`lamp-${crypto.randomUUID()}`, [lit(lamp, occurredAt)])
  const positionOf = async (checkpoint: string) =>
    (await store.checkpoints()).find(({ name }) => name === checkpoint)?.position
  const warned: string[] = []
  const running: { stop: AbortController; done: Promise<void> }[] = []
  /**
   * Runs reactions until the test ends, or until the test calls the returned function. `added` is called with each job.
   */
  const start = (name: string | readonly string[], added: (job: Added) => void) => {
    const stop = new AbortController()
    const jobs: Pick<Jobs<LampJobs>, 'add'> = {
      add: async (_name, { lamp }, options) => added({ lamp, id: options?.id }),
    }
    const done = runReactions<LampJobs>(
      [name].flat().map((one) => ({ name: one, on: 'LampLit', job: 'trim-wick', withinMs: 60_000 })),
      { log, checkpoints: store, jobs, logger: { warn: (_, message) => warned.push(message) }, signal: stop.signal },
    )
    running.push({ stop, done })
    return async () => {
      stop.abort()
      await done
    }
  }
  afterEach(async () => {
    for (const { stop } of running) stop.abort()
    await Promise.all(running.splice(0).map(({ done }) => done))
  })
  const lampsOf = (jobs: readonly Added[]) => jobs.map(({ lamp }) => lamp)

  it('makes a job of every event, in order, of those from before and those to come', async () => {
    await light('first')
    const jobs: Added[] = []
    start('sees_all', (job) => jobs.push(job))
    await light('second')
    await log.appendToStream(`lamp-${crypto.randomUUID()}`, [{ type: 'LampPutOut', data: { lamp: 'first' } }])
    await light('third')
    await eventually(() => expect(lampsOf(jobs).slice(-3)).toEqual(['first', 'second', 'third']))
    expect(new Set(jobs.map(({ id }) => id)).size).toBe(jobs.length)
  })

  it('goes on where it stopped', async () => {
    const name = 'goes_on'
    const jobs: Added[] = []
    const { position: before } = await light('before')
    const stop = start(name, (job) => jobs.push(job))
    await eventually(async () => expect(await positionOf(name)).toBe(before))
    await stop()
    await light('while it was away')
    const again: Added[] = []
    start(name, (job) => again.push(job))
    await eventually(() => expect(lampsOf(again)).toEqual(['while it was away']))
  })

  it('reads what is written together once for all reactions, and has each go on from its own place', async () => {
    const [early, late] = ['reads_once', 'comes_later']
    const jobs: Added[] = []
    const { position: before } = await light('read by one')
    const stop = start(early, () => undefined)
    await eventually(async () => expect(await positionOf(early)).toBe(before))
    await stop()
    const reads = vi.spyOn(log, 'batches')
    const moves = vi.spyOn(store, 'move')
    start([early, late], (job) => jobs.push(job))
    await eventually(async () => expect(await positionOf(late)).toBe(before))
    const about = (name: string) => jobs.filter(({ id, lamp }) => id?.startsWith(name) && lamp.startsWith('read'))
    expect([about(early), about(late)].map(lampsOf)).toEqual([[], ['read by one']])
    moves.mockClear()
    const all = Array.from({ length: 20 }, (_, n) => `read by both ${n}`)
    await log.appendToStream(
      `lamp-${crypto.randomUUID()}`,
      all.map((lamp) => lit(lamp)),
    )
    await eventually(() => expect([about(early), about(late).slice(1)].map(lampsOf)).toEqual([all, all]))
    expect(reads).toHaveBeenCalledTimes(1)
    // A checkpoint moves once for each batch, and not once for each event.
    expect(moves.mock.calls.length).toBeLessThan(20)
    vi.restoreAllMocks()
  })

  it('takes nothing from a log that was set back, and goes on where its checkpoint is put then', async () => {
    const name = 'was_set_back'
    const jobs: Added[] = []
    const { position: kept } = await light('kept')
    start(name, (job) => jobs.push(job))
    await light('lost')
    await eventually(() => expect(lampsOf(jobs)).toContain('lost'))
    await database.pool.query(`DELETE FROM event_log.events WHERE position > ${kept};
      SELECT setval('event_log.event_position', ${kept})`)
    for (const lamp of ['unseen', 'also unseen', 'never seen']) await light(lamp)
    const identity = await log.identity()
    const refused = openCheckpoint(store, name, log)
    await expect(refused).rejects.toThrow(LogSetBack)

    // The command that rebuilds the read models sets checkpoints in this way.
    const position = await log.head()
    const last = { position, id: (await log.idAt(position)) ?? '' }
    await placeCheckpoint(store, name, { log: identity, position, last })
    await light('afterwards')
    await eventually(() => expect(lampsOf(jobs)).toContain('afterwards'))
    expect(lampsOf(jobs).filter((lamp) => lamp.includes('seen'))).toEqual([])
  })

  it('does nothing about what happened long ago', async () => {
    await light('long ago', new Date(Date.now() - 61_000))
    const jobs: Added[] = []
    start('recent_only', (job) => jobs.push(job))
    await light('just now')
    await eventually(() => expect(lampsOf(jobs)).toContain('just now'))
    expect(lampsOf(jobs)).not.toContain('long ago')
  })

  it.each([
    ['a store that is away', new StoreUnavailable('Redis')],
    ['a mistake of ours', new TypeError('jobs is undefined')],
  ])('tries again after %s, however often, and passes nothing over', async (what, error) => {
    let failures = 0
    const jobs: Added[] = []
    await light(`patience with ${what}`)
    start(`waits_${failures}_${what.replaceAll(/\W/g, '_')}`, (job) => {
      failures += 1
      if (failures <= 3) throw error
      jobs.push(job)
    })
    await eventually(() => expect(lampsOf(jobs)).toContain(`patience with ${what}`))
  })

  it('says once which of several could not go on, and why', async () => {
    warned.length = 0
    const jobs: Added[] = []
    let failures = 0
    start(['goes_well', 'goes_ill'], (job) => {
      if (job.id?.startsWith('goes_ill') && ++failures <= 2) throw new StoreUnavailable('Redis')
      jobs.push(job)
    })
    await light('named')
    await eventually(() => expect(lampsOf(jobs).filter((lamp) => lamp === 'named')).toHaveLength(2))
    expect(warned).toEqual([
      `What follows events (goes_ill) waits and tries again: ${new StoreUnavailable('Redis').message}`,
    ])
  })

  it('gives an event to the jobs under the same id whichever process reacts, so that it is done once', async () => {
    const jobs: Added[] = []
    start('both', (job) => jobs.push(job))
    start('both', (job) => jobs.push(job))
    await light('shared')
    await eventually(() => expect(lampsOf(jobs)).toContain('shared'))
    expect(new Set(jobs.filter(({ lamp }) => lamp === 'shared').map(({ id }) => id)).size).toBe(1)
  })
})
