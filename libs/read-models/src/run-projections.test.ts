import { randomUUID } from 'node:crypto'
import { postgresEventLog } from '@pathlight/engine-postgres/event-log/event-log.ts'
import { postgresReadModelStore } from '@pathlight/engine-postgres/read-models/read-model-store.ts'
import type { EventLog, Recorded } from '@pathlight/event-log/event-log.ts'
import { eventually } from '@pathlight/testing/eventually.ts'
import { freshDatabase } from '@pathlight/testing/postgres.ts'
import { afterAll, describe, expect, it } from 'vitest'
import { accountsProjection, type BankEvent, expectedAccounts, jumbledEvents } from '../test/accounts.contract.ts'
import { askForRebuild } from './opening.ts'
import { runProjections } from './run-projections.ts'

const database = await freshDatabase()
afterAll(() => database.drop())

const append = (log: EventLog, stream: string, event: BankEvent) =>
  log.appendToStream(stream, [
    {
      ...event,
      metadata: {
        messageId: randomUUID(),
        userId: 'user',
        deviceId: null,
        correlationId: randomUUID(),
        causationId: randomUUID(),
        schemaVersion: 1,
        occurredAt: '2026-01-01T00:00:00.000Z',
      },
    },
  ])

describe('projections run over the event log in PostgreSQL', () => {
  it('follow 16 writers, and come to the same when rebuilt', async () => {
    const listener = database.listener()
    const log = postgresEventLog({ pool: database.pool, listener })
    const store = postgresReadModelStore({ pool: database.pool, listener })
    const projections = [accountsProjection('first'), accountsProjection('second')] as const
    const stop = new AbortController()
    const errors: unknown[] = []
    const logger = {
      info: () => {},
      warn: (_: object, text: string) => errors.push(text),
      error: (_: object, text: string) => errors.push(text),
    }
    const running = runProjections({ log, store, projections, closing: 'AccountClosed', signal: stop.signal, logger })

    const writers = Array.from({ length: 16 }, async (_, writer) => {
      for (const { stream, event } of jumbledEvents(40, writer + 1)) await append(log, stream, event)
    })
    await Promise.all(writers)
    const head = await log.head()
    const events: Recorded[] = []
    for await (const batch of log.batches({ after: 0n, live: false })) events.push(...batch.events)
    expect(events).toHaveLength(640)

    expect(await store.waitFor(head, 60_000)).toBe(true)
    for (const projection of projections)
      expect(await store.collection(projection).find()).toEqual(expectedAccounts(events))
    expect(await askForRebuild(store, projections[0], await log.identity())).toBe(2)
    await eventually(async () => expect((await running.status())[0]?.generation).toBe(2))
    expect(await store.collection(projections[0]).find()).toEqual(await store.collection(projections[1]).find())
    expect(errors).toEqual([])

    stop.abort()
    await running.done
    await store.close()
    await log.close()
  })
})
