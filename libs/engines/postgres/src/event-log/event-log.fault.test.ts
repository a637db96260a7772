import type { EventLog } from '@pathlight/event-log/event-log.ts'
import { follow, one, untilAcknowledged, writersUnderFire } from '@pathlight/event-log/trouble.contract.ts'
import { eventually } from '@pathlight/testing/eventually.ts'
import { freshDatabase } from '@pathlight/testing/postgres.ts'
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type PostgresListener, postgresListener } from '../connection/listener.ts'
import { postgresEventLog } from './event-log.ts'

const database = await freshDatabase()
afterAll(() => database.drop())

describe('PostgreSQL in trouble', () => {
  let log: EventLog
  let listener: PostgresListener
  let troubles: unknown[]
  beforeEach(() => {
    troubles = []
    const onTrouble = (error: unknown) => troubles.push(error)
    listener = postgresListener(database.config, onTrouble)
    log = postgresEventLog({ pool: database.pool, listener, onTrouble })
  })
  afterEach(async () => {
    await log.close()
    await listener.close()
  })

  it('loses and doubles nothing when connections are cut under 20 writers', async () => {
    await writersUnderFire(log, {
      strokes: 100,
      strike: async (acknowledged) => {
        for (let share = 100; share < 1_800; share += 200) {
          await eventually(() => expect(acknowledged()).toBeGreaterThan(share))
          await eventually(async () => expect(await database.cut('%')).toBeGreaterThan(0))
        }
      },
    })
  })

  it('goes on with a live feed whose LISTEN connection was cut', async () => {
    const feed = follow(log, await log.head())
    await log.appendToStream('page-1', [one()])
    await eventually(() => expect(feed.events).toHaveLength(1))
    for (let time = 2; time < 5; time++) {
      await eventually(async () => expect(await database.cut('LISTEN%')).toBe(1))
      await eventually(() => expect(troubles).not.toHaveLength(0))
      troubles.length = 0
      await log.appendToStream('page-1', [one()])
      await eventually(() => expect(feed.events).toHaveLength(time))
    }
    // `cut` finds a connection to cut only if the feed listens again.
    await eventually(async () => expect(await database.cut('LISTEN%')).toBe(1))
    await feed.end()
    expect(feed.events.map((event) => event.metadata.streamPosition)).toEqual([1n, 2n, 3n, 4n])
  })

  it('goes on with a feed whose reading connections are cut', async () => {
    const after = await log.head()
    const feed = follow(log, after, 10)
    const total = 400
    for (let number = 0; number < total; number++) {
      const event = one()
      await untilAcknowledged(() => log.appendToStream('page-2', [event]))
      if (number % 100 === 99) await database.cut('%ORDER BY position%')
    }
    await eventually(() => expect(feed.events).toHaveLength(total))
    await feed.end()
    const positions = feed.events.map((event) => event.metadata.streamPosition)
    expect(positions).toEqual(Array.from({ length: total }, (_, index) => BigInt(index + 1)))
  })
})
