import type { Event } from '@event-driven-io/emmett'
import type { EventLog } from '@pathlight/event-log/event-log.ts'
import { postgresEventLog } from '@pathlight/event-log/postgres.ts'
import { checkpointsIn } from '@pathlight/read-models/checkpoints.ts'
import { postgresReadModelStore } from '@pathlight/read-models/postgres.ts'
import type { ReadModelStore } from '@pathlight/read-models/read-model-store.ts'
import { StoreUnavailable } from '@pathlight/stores/store-unavailable.ts'
import { eventually } from '@pathlight/testing/eventually.ts'
import { freshDatabase, type TestDatabase } from '@pathlight/testing/postgres.ts'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { runReaction } from './reaction.ts'

type Lit = Event<'LampLit', { lamp: string }>

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

  const light = (lamp: string) =>
    log.appendToStream(`lamp-${crypto.randomUUID()}`, [{ type: 'LampLit', data: { lamp } }])
  const positionOf = async (checkpoint: string) =>
    (await store.groups()).find(({ name }) => name === checkpoint)?.position
  const running: { stop: AbortController; done: Promise<void> }[] = []
  const quiet = { warn: () => undefined, error: () => undefined }
  /** Runs until the test ends or `stop` is called; says which lamps it has seen. */
  const start = (name: string, react: (lamp: string) => Promise<void>) => {
    const stop = new AbortController()
    const done = runReaction<Lit>(
      { name, handles: ['LampLit'], react: (event) => react(event.data.lamp) },
      { log, checkpoints: checkpointsIn(store), logger: quiet, signal: stop.signal },
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

  it('sees every event in order, those from before and those to come', async () => {
    const name = 'sees_all'
    await light('first')
    const seen: string[] = []
    start(name, async (lamp) => void seen.push(lamp))
    await light('second')
    await light('third')
    await eventually(() => expect(seen.slice(-3)).toEqual(['first', 'second', 'third']))
  })

  it('goes on where it stopped', async () => {
    const name = 'goes_on'
    const seen: string[] = []
    const { position: before } = await light('before')
    const stop = start(name, async (lamp) => void seen.push(lamp))
    await eventually(async () => expect(await positionOf(name)).toBe(before))
    await stop()
    await light('while it was away')
    const again: string[] = []
    start(name, async (lamp) => void again.push(lamp))
    await eventually(() => expect(again).toEqual(['while it was away']))
  })

  it('gives an event up after three failures, and the next ones not', async () => {
    const tries: string[] = []
    start('gives_up', async (lamp) => {
      tries.push(lamp)
      if (lamp === 'broken') throw new Error('no wick')
    })
    await light('broken')
    await light('whole')
    await eventually(() => expect(tries).toContain('whole'))
    expect(tries.filter((lamp) => lamp === 'broken')).toHaveLength(3)
  })

  it('waits for a store that is away, however long', async () => {
    let failures = 0
    const seen: string[] = []
    await light('patience')
    start('waits', async (lamp) => {
      failures += 1
      if (failures <= 3) throw new StoreUnavailable('Redis')
      seen.push(lamp)
    })
    await eventually(() => expect(seen).toContain('patience'), 15_000)
  })
})
