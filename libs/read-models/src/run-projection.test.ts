import { randomUUID } from 'node:crypto'
import type { EventLog, Recorded } from '@pathlight/event-log/event-log.ts'
import { postgresEventLog } from '@pathlight/event-log/postgres.ts'
import { eventually } from '@pathlight/testing/eventually.ts'
import { freshDatabase } from '@pathlight/testing/postgres.ts'
import { afterAll, describe, expect, it } from 'vitest'
import {
  type Account,
  accountsProjection,
  type BankEvent,
  expectedAccounts,
  jumbledEvents,
} from './accounts.contract.ts'
import { postgresReadModelStore } from './postgres.ts'
import { rebuild, runProjections } from './run-projection.ts'

const database = await freshDatabase()
afterAll(() => database.drop())

const append = (log: EventLog, stream: string, event: BankEvent) =>
  log.appendToStream(stream, [
    {
      ...event,
      kind: 'Event' as const,
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
    const log = postgresEventLog({ pool: database.pool, listen: database.config })
    const store = postgresReadModelStore({ pool: database.pool, listen: database.config })
    const projections = [accountsProjection('first'), accountsProjection('second')] as const
    const stop = new AbortController()
    const errors: unknown[] = []
    const logger = {
      info: () => {},
      warn: (_: object, text: string) => errors.push(text),
      error: (_: object, text: string) => errors.push(text),
    }
    const running = runProjections({ log, store, projections, signal: stop.signal, logger })

    const writers = Array.from({ length: 16 }, async (_, writer) => {
      for (const { stream, event } of jumbledEvents(40, writer + 1)) await append(log, stream, event)
    })
    await Promise.all(writers)
    const head = await log.head()
    const events: Recorded[] = []
    for await (const batch of log.batches({ after: 0n, live: false })) events.push(...batch.events)
    expect(events).toHaveLength(640)

    const documentsOf = ({ collection }: { collection: string }) => store.collection<Account>(collection).find()
    for (const projection of projections) {
      expect(await store.waitFor(projection.name, head, 20_000)).toBe(true)
      expect(await documentsOf(projection)).toEqual(expectedAccounts(events))
    }
    await rebuild(store, projections[0])
    await eventually(async () => expect(await store.checkpoint('first')).toBe(head))
    expect(await documentsOf(projections[0])).toEqual(await documentsOf(projections[1]))
    expect(errors).toEqual([])

    stop.abort()
    await running.done
    await store.close()
    await log.close()
  })
})
